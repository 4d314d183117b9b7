// Runs the benchmarks against their baselines and writes docs/performance.md.
//   npm run bench                    everything
//   npm run bench -- send lists      some parts
//   npm run bench -- send --quick    with small data
//   npm run bench -- send --beside ../1.0.0    interleaved with an earlier version, installed in that folder; only printed
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { measureBooking } from './booking.ts';
import { measureCalendars } from './calendars.ts';
import { measureCalls } from './calls.ts';
import { measureCommits } from './commits.ts';
import { measureCosts } from './costs.ts';
import type { Part } from './figures.ts';
import { measureLists } from './lists.ts';
import { measureMemory } from './memory.ts';
import { measureNodes } from './nodes.ts';
import { measurePages } from './pages.ts';
import { measurePasskeys } from './passkeys.ts';
import { measurePhrases } from './phrases.ts';
import { measurePush } from './push.ts';
import { measureRead } from './read.ts';
import { keep, print } from './report.ts';
import { measureSearch } from './search.ts';
import { measureSend } from './send.ts';
import { measureStart } from './start.ts';

const parts: Record<string, (options: { isQuick: boolean; beside: string | null }) => Promise<Part>> = {
  search: measureSearch,
  send: measureSend,
  lists: measureLists,
  phrases: measurePhrases,
  read: measureRead,
  pages: measurePages,
  nodes: measureNodes,
  memory: measureMemory,
  start: measureStart,
  booking: measureBooking,
  commits: measureCommits,
  calls: measureCalls,
  push: measurePush,
  passkeys: measurePasskeys,
  calendars: measureCalendars,
  costs: measureCosts,
};
const names = Object.keys(parts);
const groups: Record<string, string[]> = {
  chat: ['send', 'lists'],
  reach: ['push', 'passkeys', 'calendars'],
};

const given = process.argv.slice(2);
const isQuick = given.includes('--quick');
const besideAt = given.indexOf('--beside');
const beside = besideAt < 0 ? null : resolve(given.splice(besideAt, 2)[1] ?? '');
const wanted = given.filter((word) => !word.startsWith('--')).flatMap((word) => groups[word] ?? [word]);
const unknown = wanted.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  console.error(`No such part: ${unknown.join(', ')}. There are ${names.join(', ')}.`);
  process.exit(1);
}
if (beside !== null && wanted.join() !== 'send') {
  console.error('--beside compares the part "send" only.');
  process.exit(1);
}
const [only, ...others] = wanted.length > 0 ? wanted : names;
if (only !== undefined && others.length === 0) await runPart(only);
else runEach([only ?? '', ...others]);

async function runPart(name: string): Promise<void> {
  const part = await parts[name]?.({ isQuick, beside });
  if (!part) return;
  print(part);
  if (beside === null) keep(name, names, part, isQuick);
}

/** Each part runs in a separate process, so that memory and failures of one do not affect the next. */
function runEach(each: string[]): void {
  for (const name of each) {
    console.log(`\n${name}`);
    const { status } = spawnSync(
      process.execPath,
      [process.argv[1] ?? '', name, ...(isQuick ? ['--quick'] : [])],
      {
        stdio: 'inherit',
      },
    );
    if (status !== 0) process.exitCode = 1;
  }
}
