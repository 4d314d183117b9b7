import type { Calls } from '@parlance/client/http';
import { spoken } from '@parlance/words/current';
import { queryOptions } from '@tanstack/react-query';
import { viewerZone } from '#schedule/viewer-zone';

/** Days in the time zone of the device, weeks by the language of the page. */
const calendar = () => ({ timeZone: viewerZone(), weekStart: spoken().weekStart });

export function rhythmQuery(calls: Calls, userId: string) {
  const wanted = calendar();
  return queryOptions({
    queryKey: ['progress', userId, 'rhythm', wanted],
    queryFn: ({ signal }) => calls.getRhythm(wanted, { signal }),
  });
}

/** The last weeks, the present one last. */
export function progressQuery(calls: Calls, userId: string) {
  const wanted = calendar();
  return queryOptions({
    queryKey: ['progress', userId, 'weeks', wanted],
    queryFn: async ({ signal }) => (await calls.getProgress(wanted, { signal })).weeks,
  });
}
