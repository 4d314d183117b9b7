// Compares rounds with the optimum and measures them: 20 cohorts of 500 students in each shape of demand, and one of 2,000. The number of
// pairs is checked by another algorithm. Then 1,000 later rounds, in which students come and go. `npm run proof:matching`; `--quick` has two
// cohorts a shape and 100 rounds.
import { createFits } from '#programmes/fit';
import { findEdges } from '#programmes/solver';
import { workOut } from '#programmes/work-out';
import { type CohortShape, cohortOf, cohortShapes, inputOf, mostPairs } from '#test/cohorts';
import { playLaterRounds } from '#test/later-rounds';

const seeds = process.argv.includes('--quick') ? 2 : 20;
const goals = { 500: 5, 2000: 60 } as const;

const print = (...cells: (string | number)[]) => process.stdout.write(`| ${cells.join(' | ')} |\n`);
const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
const seconds = (ms: number) => (ms / 1000).toFixed(1);
let failures = 0;

print(
  'shape',
  'students',
  'cohorts',
  'possible pairs',
  'pairs',
  'optimum',
  'CPU s, median',
  'CPU s, most',
  'wall s, most',
);
print('---', '---', '---', '---', '---', '---', '---', '---', '---');
for (const size of [500, 2000] as const)
  for (const shape of cohortShapes) await measure(shape, size, size === 500 ? seeds : 1);
const { rounds, pairs } = await playLaterRounds(seeds * 5);
process.stdout.write(`\n${rounds} later rounds, ${pairs} pairs: no published pair changed\n`);
process.exitCode = failures === 0 ? 0 : 1;

async function measure(shape: CohortShape, size: keyof typeof goals, count: number): Promise<void> {
  const cpu: number[] = [];
  const wall: number[] = [];
  let [edgeCount, found, best] = [0, 0, 0];
  for (let seed = 1; seed <= count; seed++) {
    const input = inputOf(cohortOf(shape, size, seed));
    const edges = findEdges(input, createFits(input));
    edgeCount += edges.length;
    const from = { cpu: process.cpuUsage(), at: performance.now() };
    const { pairs, isOptimal } = await workOut(input);
    const { user, system } = process.cpuUsage(from.cpu);
    cpu.push((user + system) / 1000);
    wall.push(performance.now() - from.at);
    const most = mostPairs(size, edges);
    found += pairs.length;
    best += most;
    if (!isOptimal || pairs.length !== most) failures += 1;
  }
  if (Math.max(...cpu) > goals[size] * 1000) failures += 1;
  const mean = (sum: number) => Math.round(sum / count);
  print(
    shape,
    size,
    count,
    mean(edgeCount),
    mean(found),
    mean(best),
    seconds(median(cpu)),
    seconds(Math.max(...cpu)),
    seconds(Math.max(...wall)),
  );
}
