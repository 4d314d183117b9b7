import type { Calls } from '@parlance/client/http';
import { spoken } from '@parlance/words/current';
import { queryOptions } from '@tanstack/react-query';
import { viewerZone } from '#schedule/viewer-zone';

/** Days as the reader counts them: on the clock of this device, in the weeks of the language of the page. */
const calendar = () => ({ timeZone: viewerZone(), weekStart: spoken().weekStart });

/** The present week of somebody. */
export function rhythmQuery(calls: Calls, userId: string) {
  const wanted = calendar();
  return queryOptions({
    queryKey: ['progress', userId, 'rhythm', wanted],
    queryFn: ({ signal }) => calls.getRhythm(wanted, { signal }),
  });
}

/** The last weeks of somebody, the present one last. */
export function progressQuery(calls: Calls, userId: string) {
  const wanted = calendar();
  return queryOptions({
    queryKey: ['progress', userId, 'weeks', wanted],
    queryFn: async ({ signal }) => (await calls.getProgress(wanted, { signal })).weeks,
  });
}
