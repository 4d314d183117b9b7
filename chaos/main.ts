// Injects faults into real components under load and checks every guarantee.
//   npm run chaos [-- scenario ...] [--full] [--minutes N] [--sabotage]
import { parseArgs } from 'node:util';
import { clearStagesOnSignal } from '#parts/stage';
import { blocks } from '#scenarios/blocks';
import { calls } from '#scenarios/calls';
import { clockSkew } from '#scenarios/clock-skew';
import { diskFull } from '#scenarios/disk-full';
import { failover } from '#scenarios/failover';
import { mailDown } from '#scenarios/mail-down';
import { messages } from '#scenarios/messages';
import { partitions } from '#scenarios/partitions';
import { redis } from '#scenarios/redis';
import { redisCluster } from '#scenarios/redis-cluster';
import { rollingRestart } from '#scenarios/rolling-restart';
import type { Outcome, Scenario } from '#scenarios/scenario';
import { slowClients } from '#scenarios/slow-clients';
import { storm } from '#scenarios/storm';

const scenarios: Scenario[] = [
  messages,
  partitions,
  blocks,
  rollingRestart,
  redis,
  redisCluster,
  calls,
  failover,
  storm,
  mailDown,
  diskFull,
  slowClients,
  clockSkew,
];
const violationsShown = 8;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** Runs with the guaranteed figures instead of a quick run. */
    full: { type: 'boolean', default: false },
    minutes: { type: 'string' },
    /** Disables each protection in turn and expects a failure. */
    sabotage: { type: 'boolean', default: false },
    only: { type: 'string' },
    quiet: { type: 'boolean', default: false },
  },
});

interface Line {
  name: string;
  isAsExpected: boolean;
  verdict: string;
  figures: string;
}

const unknown = positionals.filter((name) => !scenarios.some((scenario) => scenario.name === name));
if (unknown.length > 0) {
  console.error(
    `No scenario is called ${unknown.join(', ')}. There are: ${scenarios.map(({ name }) => name).join(', ')}.`,
  );
  process.exit(2);
}
clearStagesOnSignal();
const chosen = scenarios.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
const lines: Line[] = [];
for (const scenario of chosen) {
  if (!values.sabotage) lines.push(await play(scenario, null));
  else {
    const wanted = Object.keys(scenario.sabotages).filter((name) => (values.only ?? name) === name);
    for (const sabotage of wanted) lines.push(await play(scenario, sabotage));
  }
}
print(lines);
// Disconnected clients may still have pending reconnect timers.
process.exit(lines.every(({ isAsExpected }) => isAsExpected) ? 0 : 1);

async function play(scenario: Scenario, sabotage: string | null): Promise<Line> {
  const name = sabotage === null ? scenario.name : `${scenario.name}, ${sabotage}`;
  const startedAt = performance.now();
  const say = (text: string) => {
    if (!values.quiet) console.log(`  ${name}: ${text}`);
  };
  const outcome = await scenario
    .run({ isFull: values.full, minutes: values.minutes ? Number(values.minutes) : null, sabotage, say })
    .catch((error: unknown): Outcome => {
      // A scenario that could not run proves nothing, in particular not that a sabotage was detected.
      console.error(error);
      return { broken: [], figures: 'could not be played' };
    });
  const isPlayed = outcome.figures !== 'could not be played';
  for (const violation of outcome.broken.slice(0, violationsShown)) say(violation);
  const kinds = Map.groupBy(outcome.broken, (violation) => violation.split(':')[0] ?? '');
  const isRed = kinds.size > 0;
  const expected = sabotage === null ? null : (scenario.sabotages[sabotage] ?? '');
  const isAsExpected = isPlayed && (expected === null ? !isRed : kinds.has(expected));
  const found = [...kinds].map(([kind, violations]) => `${violations.length} ${kind}`).join(', ');
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
  return {
    name,
    isAsExpected,
    verdict: isPlayed ? (isRed ? 'RED' : 'green') : 'NOT PLAYED',
    figures: `${isRed ? `${found}; ` : ''}${outcome.figures}, ${seconds} s`,
  };
}

function print(table: Line[]): void {
  const width = Math.max(...table.map(({ name }) => name.length));
  console.log(`\n${'scenario'.padEnd(width)}  verdict     figures`);
  for (const { name, verdict, figures } of table)
    console.log(`${name.padEnd(width)}  ${verdict.padEnd(10)}  ${figures}`);
  const wrong = table.filter(({ isAsExpected }) => !isAsExpected);
  const expectation = values.sabotage ? 'every sabotage was noticed' : 'every promise held';
  console.log(
    wrong.length === 0
      ? `${table.length} of ${table.length}: ${expectation}`
      : `${wrong.length} of ${table.length} not as expected: ${wrong.map(({ name }) => name).join('; ')}`,
  );
}
