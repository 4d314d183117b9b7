import type { Platform } from '@parlance/server/platform/platform';
import { calmRounds } from './calm.ts';
import { inMsPair, type Part, quantile, type Row } from './figures.ts';

const runsARound = 60;

export interface Case {
  what: string;
  goalMs: number;
  run(): Promise<unknown>;
}

interface TimedCases {
  /** Subject of the cases in the notes. */
  subject: string;
  cases: Case[];
  rounds: number;
  userId: string;
}

/** Times each case in this process, as a route would run it, compared with one primary key lookup. */
export async function timeCases({ pool }: Platform, asked: TimedCases): Promise<Part> {
  const { subject, cases, rounds, userId } = asked;
  const bare: Case = {
    what: 'bare',
    goalMs: 0,
    run: () =>
      pool.query({ name: 'bare', text: 'SELECT name FROM users WHERE user_id = $1', values: [userId] }),
  };
  const round = async () => {
    const found = new Map<Case, number[]>();
    for (const each of [bare, ...cases]) {
      const ms: number[] = [];
      for (let nth = 0; nth < runsARound; nth++) {
        const start = performance.now();
        await each.run();
        ms.push(performance.now() - start);
      }
      found.set(each, ms);
    }
    return found;
  };
  // Deferred work of the inserts would run concurrently with the calls.
  await pool.query('CHECKPOINT');
  await round();
  const { kept, note } = await calmRounds(rounds, round);
  const all = (each: Case) => kept.flatMap((found) => found.get(each) ?? []);
  return {
    rows: cases.map(
      (each): Row => ({
        what: `${each.what}, p50 / p99`,
        bare: inMsPair(all(bare)),
        ours: inMsPair(all(each)),
        goal: `p99 ≤ ${each.goalMs} ms`,
        isHeld: quantile(all(each), 0.99) <= each.goalMs,
      }),
    ),
    notes: [
      `${subject}: called inside the program, as a route would; beside them one look-up by primary key. ${kept.length * runsARound} calls of each. ` +
        note,
    ],
  };
}
