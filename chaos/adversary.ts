// Lets hostile accounts attack two real nodes for 28 simulated days and compares what reaches members with the goals.
//   npm run adversary [-- --seed N] [--full] [--days N [--write]] [--sabotage NAME | all]
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Size, sizes } from '#adversary/behaviour';
import type { Goal } from '#adversary/goal';
import { judge } from '#adversary/goals';
import { playProbes } from '#adversary/probes';
import { resultsPage } from '#adversary/results-page';
import { simulate } from '#adversary/simulation';
import { createTally, type Tally } from '#adversary/tally';
import { compareTraffic, type Traffic } from '#adversary/traffic';
import { sameTraffic } from '#adversary/traffic-goals';
import { startWorld } from '#adversary/world';
import { clearStagesOnSignal, onStage } from '#parts/stage';
import { contactSabotages, formerLimit, patchDatabase, sourcePatch } from '#sabotage/contact';

const page = { folder: 'docs', name: 'first-contact-results.md' };
/** Lifts the limits that the former one did not have. */
const formerEnvironment = {
  CONTACT_RESTRICT_POINTS: '1000',
  CONTACT_HOLD_POINTS: '1000',
  CONTACT_BEFORE_ANSWER: '10000',
};

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    /** Ten thousand members instead of a thousand. */
    full: { type: 'boolean', default: false },
    /** Fewer days, for a quick look; none for single rules and times only. The results are not written down. Sabotages have none by default: the checks of single rules suffice. */
    days: { type: 'string' },
    /** Writes the results of fewer days, too; the page states their number. */
    write: { type: 'boolean', default: false },
    /** Disables one rule, or each in turn, and expects the run to fail with its name. */
    sabotage: { type: 'string' },
  },
});
const seed = Number(values.seed);
const chosen = values.full ? sizes.full : sizes.tenth;
const say = (text: string) => console.log(`  ${text}`);
const sayAs = (name: string) => (text: string) => say(`${name}: ${text}`);

interface Played {
  tally: Tally;
  broken: string[];
  traffic: Traffic | null;
}

clearStagesOnSignal();
const isFine = await (values.sabotage === undefined ? playAll() : playSabotages(values.sabotage)).catch(
  (error: unknown) => {
    console.error(error);
    // The other crowds still run: the signal ends their databases, too.
    process.kill(process.pid, 'SIGTERM');
    return new Promise<never>(() => {});
  },
);
process.exit(isFine ? 0 : 1);

/** The single rules and the times, without crowds. */
async function playChecks(): Promise<boolean> {
  const { broken, traffic } = await playRules({ ...chosen, days: 0 }, null, { withTraffic: true });
  const goals = traffic ? sameTraffic(traffic) : [];
  const violations = [...broken, ...missed(goals)];
  print(goals, violations);
  return violations.length === 0;
}

async function playAll(): Promise<boolean> {
  if (values.days === '0') return playChecks();
  const startedAt = performance.now();
  const size = values.days === undefined ? chosen : { ...chosen, days: Number(values.days) };
  console.log(`adversary: seed ${seed}, ${size.days} days`);
  // The single rules and the times first, alone; then the three crowds at once, each of which waits most of the time.
  const checked = Promise.withResolvers<void>();
  const [{ tally: rules, broken, traffic }, calm, baseline] = await Promise.all([
    playRules(size, null, { withTraffic: true, onChecked: checked.resolve }),
    checked.promise.then(() => playPlain(size, 'members react half as often', { reactionFactor: 0.5 })),
    checked.promise.then(() => playPlain(size, 'former limit', { isFormer: true })),
  ]);
  const measured = { size, rules, baseline, calm, traffic };
  const goals = judge(measured);
  const minutes = (performance.now() - startedAt) / 60_000;
  const violations = [...broken, ...missed(goals)];
  print(goals, violations);
  if (values.days === undefined || values.write) {
    const path = join(import.meta.dirname, '..', page.folder, page.name);
    writeFileSync(path, resultsPage({ ...measured, seed, minutes, goals, broken }));
    console.log(`results: ${page.folder}/${page.name}`);
  }
  return violations.length === 0;
}

/** Plays the rules without and with each sabotage: without a violation of the right name the sabotage was not noticed. */
async function playSabotages(wanted: string): Promise<boolean> {
  const names = wanted === 'all' ? Object.keys(contactSabotages) : [wanted];
  const unknown = names.filter((name) => !Object.hasOwn(contactSabotages, name));
  if (unknown.length > 0) {
    console.error(
      `No sabotage is called ${unknown}. There are: ${Object.keys(contactSabotages).join(', ')}.`,
    );
    process.exit(2);
  }
  const size = { ...chosen, days: Number(values.days ?? 0) };
  const control = await violationsOf(size, null);
  for (const violation of control) say(violation);
  console.log(`no sabotage: ${control.length === 0 ? 'green, as expected' : 'NOT green'}`);
  let wrong = control.length === 0 ? 0 : 1;
  for (const name of names) {
    const prefix = `${contactSabotages[name]?.prefix}:`;
    const violations = await violationsOf(size, name);
    const isNoticed = violations.some((violation) => violation.startsWith(prefix));
    if (!isNoticed) wrong += 1;
    for (const violation of violations.slice(0, 8)) say(violation);
    console.log(`${name}: ${isNoticed ? `RED with ${prefix}, as expected` : `NOT NOTICED (${prefix})`}`);
  }
  return wrong === 0;
}

async function violationsOf(size: Size, sabotage: string | null): Promise<string[]> {
  const { tally: rules, broken } = await playRules(size, sabotage, { withTraffic: false });
  const goals = size.days > 0 ? judge({ size, rules, baseline: null, calm: null, traffic: null }) : [];
  return [...broken, ...missed(goals)];
}

/** Checks each rule by itself, then lets everybody act. */
async function playRules(
  size: Size,
  sabotage: string | null,
  { withTraffic, onChecked }: { withTraffic: boolean; onChecked?: () => void },
): Promise<Played> {
  const sabotaged = sabotage === null ? undefined : contactSabotages[sabotage];
  return onStage(async (stage) => {
    const world = await startWorld(stage, sabotaged ? sourcePatch(sabotaged) : {});
    if (sabotaged) await patchDatabase(world.pool, sabotaged);
    say(sabotage ?? 'rules');
    const broken = await playProbes(world);
    const traffic = withTraffic ? await compareTraffic(world) : null;
    onChecked?.();
    const tally = size.days > 0 ? await simulate(world, { size, seed, say: sayAs('rules') }) : createTally();
    noteRefusals('rules', tally);
    return { tally, traffic, broken: [...broken, ...world.surprises()] };
  });
}

async function playPlain(size: Size, name: string, { isFormer = false, reactionFactor = 1 }): Promise<Tally> {
  return onStage(async (stage) => {
    const world = await startWorld(stage, isFormer ? { env: formerEnvironment } : {});
    if (isFormer) await world.pool.query(formerLimit);
    const tally = await simulate(world, { size, seed, reactionFactor, say: sayAs(name) });
    noteRefusals(name, tally);
    return tally;
  });
}

/** Refusals come from races of two members; many of one kind mean that the simulation is wrong. */
function noteRefusals(name: string, { refusals }: Tally): void {
  if (refusals.size === 0) return;
  say(`${name}: refused calls: ${[...refusals].map(([kind, count]) => `${count} × ${kind}`).join(', ')}`);
}

function missed(goals: Goal[]): string[] {
  return goals
    .filter(({ isMet }) => !isMet)
    .map(({ name, promise, measured, limit }) => `${name}: ${promise} ${measured}, not ${limit}`);
}

function print(goals: Goal[], violations: string[]): void {
  const width = Math.max(...goals.map(({ promise }) => promise.length));
  console.log(`\n${'goal'.padEnd(width)}  limit          measured`);
  for (const { promise, limit, measured, isMet } of goals)
    console.log(`${promise.padEnd(width)}  ${limit.padEnd(13)}  ${measured}${isMet ? '' : '   MISSED'}`);
  for (const violation of violations) console.log(`  ${violation}`);
  console.log(violations.length === 0 ? 'adversary: every goal is met' : 'adversary: NOT every goal is met');
}
