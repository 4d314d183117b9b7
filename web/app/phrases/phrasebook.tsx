import { t } from '@parlance/words/current';
import { word } from '@parlance/words/word';
import { type ComponentType, lazy, Suspense } from 'react';
import { Navigate } from 'react-router';
import { pageTitle } from '#lib/brand';
import { Spinner } from '#ui/spinner';

interface Part {
  title: string;
  Screen: ComponentType;
}

const book: Part = { title: word('Phrases'), Screen: lazy(() => import('./phrases')) };
const parts: Record<string, Part> = {
  review: { title: word('Review', 'of phrases'), Screen: lazy(() => import('./review')) },
  files: { title: word('Import and export'), Screen: lazy(() => import('./files')) },
};

interface RouteProps {
  params: { part?: string | undefined };
}

const partOf = ({ part }: RouteProps['params']): Part | undefined => {
  if (part === undefined) return book;
  return Object.hasOwn(parts, part) ? parts[part] : undefined;
};

export const meta = ({ params }: RouteProps) => [{ title: pageTitle(t((partOf(params) ?? book).title)) }];

/** Phrasebook screens under one route with minimal imports: every page loads the manifest of each route's imports. */
export default function Phrasebook({ params }: RouteProps) {
  const part = partOf(params);
  if (!part) return <Navigate to="/phrases" replace />;
  return (
    <Suspense fallback={<Spinner label={t('Loading your phrases...')} />}>
      <part.Screen />
    </Suspense>
  );
}
