// Built into one file of its own, by which the server writes pages for those who are not signed in: what they show is there
// before any of the app is. The server's side of it is server/src/preview/page-writer.ts.
import type { Calls } from '@parlance/client/http';
import type { Endpoint, ResultOf } from '@parlance/contract/endpoint';
import { getProfile, searchUsers } from '@parlance/contract/people';
import type { StaticData } from '@parlance/contract/static-data';
import { listLimitDefault } from '@parlance/contract/text';
import { toWire } from '@parlance/contract/wire';
import type { PageWriter, WrittenAnswer } from '@parlance/contract/written-page';
import { speaking } from '@parlance/words/current';
import type { Words } from '@parlance/words/words';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { StaticRouter } from 'react-router';
import Dashboard from '#dashboard/dashboard';
import { readFilters, searchOf, toPayload } from '#dashboard/search-filters';
import { searchQuery } from '#people/people-queries';
import { ProfilePage } from '#profile/profile-page';
import { type Session, SessionContext } from '#session/session-context';
import type { SessionRuntime } from '#session/session-runtime';

// Nothing is asked for while a page is written.
const calls = {} as Calls;
const visitor: Session = {
  loading: false,
  user: null,
  profile: null,
  error: null,
  staticData: {} as StaticData,
  runtime: { calls } as SessionRuntime,
};

const filtersOf = (search: string) => readFilters(new URLSearchParams(search), null);

export const readSearch: PageWriter['readSearch'] = (search) => {
  const filters = filtersOf(search);
  // Visitors have one page.
  const first = { ...filters, limit: listLimitDefault, offset: 0 };
  return { filters: toPayload(first, true), search: searchOf(first) };
};

export const writeDashboard: PageWriter<Words>['writeDashboard'] = (search, found, words) => {
  const payload = toPayload(filtersOf(search), true);
  const cache = new QueryClient();
  cache.setQueryData(searchQuery(calls, null, payload).queryKey, found);
  const html = write(<Dashboard />, { words, address: `/dashboard?${search}`, cache });
  return { html, answer: answerOf(searchUsers, payload, found) };
};

export const writeProfile: PageWriter<Words>['writeProfile'] = (profile, words) => {
  const { userId } = profile;
  const address = `/profile/${userId}`;
  const html = write(<ProfilePage profile={profile} />, { words, address, cache: new QueryClient() });
  return { html, answer: answerOf(getProfile, { userId }, profile) };
};

function answerOf<E extends Endpoint>(
  { path, result }: E,
  input: unknown,
  answer: ResultOf<E>,
): WrittenAnswer {
  return { path, input, result: toWire(result, answer) };
}

interface Surroundings {
  words: Words;
  address: string;
  cache: QueryClient;
}

function write(screen: ReactNode, { words, address, cache }: Surroundings): string {
  return speaking(words, () =>
    renderToStaticMarkup(
      <StaticRouter location={address}>
        <SessionContext value={visitor}>
          <QueryClientProvider client={cache}>{screen}</QueryClientProvider>
        </SessionContext>
      </StaticRouter>,
    ),
  );
}
