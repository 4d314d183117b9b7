import { cpus, totalmem } from 'node:os';
import type { Goal } from './goal.ts';
import type { Measured } from './goals.ts';
import { quantile } from './statistics.ts';
import { hostileNotified, type Tally } from './tally.ts';

export interface Results extends Measured {
  seed: number;
  minutes: number;
  goals: Goal[];
  broken: string[];
}

const gibibyte = 1024 ** 3;

const row = (cells: (string | number)[]): string => `| ${cells.join(' | ')} |`;
const table = (head: string[], rows: (string | number)[][]): string =>
  [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n');

/** The page of results: measured figures, and nothing that a run does not produce. */
export function resultsPage(results: Results): string {
  const { size, seed, minutes, goals, broken } = results;
  const hostile = Object.values(size.hostile).reduce((sum, count) => sum + count, 0);
  const [processor] = cpus();
  return `# First contact under attack: results

Written by \`npm run adversary\`. [Contact](specification/contact.md) states the rules.

- Seed ${seed}, ${size.days} simulated days, ${size.established + size.newcomers} members (${size.newcomers} of them newcomers), ${hostile} hostile people with up to ten accounts each, a mob of 20 accounts
- ${cpus().length} processors (${processor?.model.trim() ?? 'unknown'}), ${Math.round(totalmem() / gibibyte)} GB of memory, Node ${process.versions.node}, ${minutes.toFixed(1)} minutes
- Two nodes on Postgres and Redis with one simulated clock. Accounts are made by SQL; messages, answers, blocks, reports, bookings and decisions are calls. Notifications are counted by the sockets of popular members; one in five has none and gets mails.

A seed fixes what people decide, not the order of calls of one hour: figures of two runs differ by a few per cent.

## Goals

${table(
  ['goal', 'limit', 'model', 'measured', ''],
  goals.map(({ promise, limit, model, measured, isMet }) => [
    promise,
    limit,
    model,
    measured,
    isMet ? 'met' : '**missed**',
  ]),
)}

${broken.length === 0 ? 'Every rule held when checked by itself.' : `Rules that did not hold when checked by themselves:\n\n${broken.map((violation) => `- ${violation}`).join('\n')}`}

## Figures

${figures(results)}

## Assumptions

Recipients see 90 % of notified messages, after 6 hours in the median, and 55 % of requests, after 40 hours. Of the hostile messages that they see they answer 2 to 25 %, block 1 to 50 %
and report 0.6 to 25 %, by kind (\`chaos/adversary/behaviour.ts\`). Moderators need 4 to 28 hours and are right in 95 of 100 cases. Half of the banned people return with a new account. A
victim of harassment who was notified chooses that new members ask first, because protection from new accounts is offered with requests only.
`;
}

function figures({ rules, baseline, calm }: Measured): string {
  const runs: [string, Tally][] = [['rules', rules]];
  if (calm) runs.push(['rules, members react half as often', calm]);
  if (baseline) runs.push(['former limit: 15, then 50', baseline]);
  const line = (name: string, of: (tally: Tally) => string | number): (string | number)[] => [
    name,
    ...runs.map(([, tally]) => of(tally)),
  ];
  const kinds = ['greeter', 'spammer', 'slow', 'ring', 'harasser'] as const;
  return table(
    ['', ...runs.map(([name]) => name)],
    [
      line('hostile accounts', ({ hostile }) => hostile.accounts),
      line('hostile first contacts notified', hostileNotified),
      line(`of these ${kinds.join(' / ')}`, ({ hostile }) =>
        kinds.map((kind) => hostile.notified[kind]).join(' / '),
      ),
      line('hostile requests', ({ hostile }) => hostile.requests),
      line(
        'hostile bookings, and refused ones',
        ({ hostile }) => `${hostile.booked}, ${hostile.bookingsRefused}`,
      ),
      line(
        'mails to popular members without a connection that name a hostile one',
        ({ hostile }) => hostile.mails,
      ),
      line('members who received one', ({ hostile }) => hostile.reached),
      line('hold or ban, median (p90) h', ({ hostile }) =>
        hostile.caughtAfter.length === 0
          ? 'none'
          : `${quantile(hostile.caughtAfter, 0.5)} (${quantile(hostile.caughtAfter, 0.9)})`,
      ),
      line('honest first contacts', ({ honest }) => honest.sent),
      line('of these refused / silent / promoted later / lost', ({ honest }) =>
        [honest.refused, honest.silent, honest.promoted, honest.lost].join(' / '),
      ),
      line('honest members held', ({ honest }) => honest.held),
      line(
        'unread messages and requests of popular members at the end',
        ({ popular }) => `${popular.unread}, ${popular.requests}`,
      ),
      line('notified messages without an event', ({ eventsMissing }) => eventsMissing),
      line('calls', ({ calls }) => calls),
    ],
  );
}
