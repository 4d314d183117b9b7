import { t } from '@parlance/words/current';
import { word } from '@parlance/words/word';
import { type ComponentType, lazy, Suspense } from 'react';
import { Navigate } from 'react-router';
import { pageTitle } from '#lib/brand';
import { Spinner } from '#ui/spinner';
import Phrases from './phrases';

interface Part {
  title: string;
  Screen: ComponentType;
}

const book: Part = { title: word('Phrases'), Screen: Phrases };
const parts: Record<string, Part> = {
  review: { title: word('Review', 'of phrases'), Screen: lazy(() => import('./review')) },
  files: { title: word('Import and export'), Screen: lazy(() => import('./files')) },
};

interface RouteProps {
  params: { part?: string | undefined };
}

const partOf = ({ part }: RouteProps['params']) => (part === undefined ? book : parts[part]);

export const meta = ({ params }: RouteProps) => [{ title: pageTitle(t((partOf(params) ?? book).title)) }];

/** The phrasebook and what belongs to it. One address for all: each would weigh in the first load of every page. */
export default function Phrasebook({ params }: RouteProps) {
  const part = partOf(params);
  if (!part) return <Navigate to="/phrases" replace />;
  return (
    <Suspense fallback={<Spinner label={t('Loading your phrases...')} />}>
      <part.Screen />
    </Suspense>
  );
}
