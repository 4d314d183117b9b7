import type { Calls } from '@parlance/client/http';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { readAgain } from '#lib/read-again';
import { showToast } from '#ui/toast';

/** Key prefix of all queries about programmes: one act changes many of them. */
const programmeKey = ['programmes'] as const;

export const pageSize = 50;
/** A round takes seconds; for 2,000 students up to two minutes. */
const roundPollMs = 1_000;

type Filters = Parameters<Calls['listStudents']>[0];

export const ownProgrammesQuery = (calls: Calls) =>
  queryOptions({
    queryKey: [...programmeKey, 'own'],
    queryFn: ({ signal }) => calls.listProgrammes({ limit: 100 }, { signal }),
  });

/** A guest sees the programme only with the secret of an invitation, unless it is open. */
export const programmeQuery = (calls: Calls, programmeId: string, invitation?: string) =>
  queryOptions({
    queryKey: [...programmeKey, programmeId, 'view', invitation],
    queryFn: ({ signal }) => calls.getProgramme({ programmeId, invitation }, { signal }),
  });

export const overviewQuery = (calls: Calls, programmeId: string) =>
  queryOptions({
    queryKey: [...programmeKey, programmeId, 'overview'],
    queryFn: ({ signal }) => calls.getProgrammeOverview({ programmeId }, { signal }),
  });

export const studentsQuery = (calls: Calls, filters: Filters) =>
  queryOptions({
    queryKey: [...programmeKey, filters.programmeId, 'students', filters],
    queryFn: ({ signal }) => calls.listStudents(filters, { signal }),
    placeholderData: (previous) => previous,
  });

export const invitationsQuery = (calls: Calls, programmeId: string) =>
  queryOptions({
    queryKey: [...programmeKey, programmeId, 'invitations'],
    queryFn: ({ signal }) => calls.listProgrammeInvitations({ programmeId }, { signal }),
  });

export const lastRoundQuery = (calls: Calls, programmeId: string) =>
  queryOptions({
    queryKey: [...programmeKey, programmeId, 'last-round'],
    queryFn: async ({ signal }) =>
      (await calls.listRounds({ programmeId, limit: 1 }, { signal })).rounds[0] ?? null,
  });

/** Pairs and unmatched students of a round; read again until it is done. */
export const roundQuery = (calls: Calls, programmeId: string, roundId: string, page: number) =>
  queryOptions({
    queryKey: [...programmeKey, programmeId, 'round', roundId, page],
    queryFn: ({ signal }) =>
      calls.getRound({ programmeId, roundId, limit: pageSize, offset: (page - 1) * pageSize }, { signal }),
    refetchInterval: ({ state }) => (state.data?.round.state === 'working' ? roundPollMs : false),
    placeholderData: (previous) => (previous?.round.roundId === roundId ? previous : undefined),
  });

export const allProgrammesQuery = (calls: Calls) =>
  queryOptions({
    queryKey: [...programmeKey, 'all'],
    queryFn: ({ signal }) => calls.listAllProgrammes({ limit: 100 }, { signal }),
  });

/** Waits for an act, confirms it with a toast and reads all data of programmes again. A failure is thrown to the caller. */
export function useAct(): <Result>(act: Promise<Result>, done?: string) => Promise<Result> {
  const cache = useQueryClient();
  return async (act, done) => {
    try {
      const result = await act;
      if (done) showToast({ title: done, tone: 'positive' });
      return result;
    } finally {
      // Also after a refusal: the shown data may be the reason.
      await readAgain(cache, programmeKey);
    }
  };
}
