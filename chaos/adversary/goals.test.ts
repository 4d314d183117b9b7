import { expect, test } from 'vitest';
import { sizes } from './behaviour.ts';
import { judge, type Measured } from './goals.ts';
import { createTally, type Tally } from './tally.ts';
import type { Timing } from './timing.ts';

type Change = (measured: Measured) => void;

const timesOf = (ms: number) => ({ answer: [ms], delivery: [ms] });
const timingOf = (notified: number, silent: number): Timing => ({
  ...{ notified: timesOf(notified), setting: timesOf(silent), protection: timesOf(silent) },
  text: timesOf(silent),
});

/** Figures that meet every goal exactly at its limit. */
function atTheLimit(): Measured & { baseline: Tally; calm: Tally } {
  const [rules, baseline, calm] = [createTally(), createTally(), createTally()];
  rules.popular.members = 350;
  Object.assign(rules.hostile, { accounts: 20, victimMost: 9, caughtAfter: [1, 36, 400] });
  rules.hostile.notified.greeter = 700;
  Object.assign(rules.honest, { sent: 9990, refused: 10, lost: 60, held: 0 });
  rules.continued.sent = 100;
  baseline.hostile.notified.greeter = 3500;
  Object.assign(baseline.honest, { sent: 9990, refused: 10, lost: 60 });
  calm.hostile.caughtAfter = [48];
  const traffic = { areBytesEqual: true, timing: timingOf(100, 105) };
  return { size: sizes.tenth, rules, baseline, calm, traffic };
}

const missedOf = (measured: Measured): string[] =>
  judge(measured)
    .filter(({ isMet }) => !isMet)
    .map(({ name }) => name);

test('figures at the limit meet every goal', () => {
  expect(missedOf(atTheLimit())).toEqual([]);
});

const changes: [string[], string, Change][] = [
  [
    ['notified', 'notified'],
    'one more hostile notification',
    ({ rules }) => void rules.hostile.notified.ring++,
  ],
  [
    ['notified'],
    'fewer in the baseline',
    ({ baseline }) => baseline && void baseline.hostile.notified.greeter--,
  ],
  [['victim'], 'a tenth message to a victim', ({ rules }) => void rules.hostile.victimMost++],
  [['hold'], 'later holds', ({ rules }) => void Object.assign(rules.hostile, { caughtAfter: [1, 37, 400] })],
  [['hold'], 'no hold at all', ({ rules }) => void Object.assign(rules.hostile, { caughtAfter: [] })],
  [
    ['hold'],
    'later holds of calm members',
    ({ calm }) => calm && void calm.hostile.caughtAfter.splice(0, 1, 49),
  ],
  [['honest', 'honest'], 'one more lost', ({ rules }) => void rules.honest.lost++],
  [['honest'], 'one fewer lost before', ({ baseline }) => baseline && void baseline.honest.lost--],
  [['refused'], 'one more refused', ({ rules }) => void rules.honest.refused++],
  [['held'], 'an honest member held', ({ rules }) => void rules.honest.held++],
  [['newcomer'], 'a silent newcomer', ({ rules }) => void rules.honest.newcomersSilent++],
  [['conversation'], 'a refused conversation', ({ rules }) => void rules.continued.refused++],
  [['contact'], 'notified contact details', ({ rules }) => void rules.withContact.notified++],
  [['request-event'], 'a request told as a message', ({ rules }) => void rules.requestEvents++],
  [['read-receipt'], 'a request marked as read', ({ rules }) => void rules.opened.marked++],
  [
    ['bytes'],
    'other bytes',
    ({ traffic }) => traffic && void Object.assign(traffic, { areBytesEqual: false }),
  ],
  [
    ['times'],
    'a slower answer to a request',
    ({ traffic }) => traffic && void traffic.timing.setting.answer.splice(0, 1, 105.1),
  ],
  [
    ['times'],
    'a faster answer to a request',
    ({ traffic }) => traffic && void traffic.timing.protection.answer.splice(0, 1, 94.9),
  ],
  [
    ['times'],
    'a later delivery of a request',
    ({ traffic }) => traffic && void traffic.timing.text.delivery.splice(0, 1, 105.1),
  ],
];

test.each(changes)('%j is missed: %s', (names, _what, change) => {
  const measured = atTheLimit();
  change(measured);
  expect(missedOf(measured)).toEqual(names);
});

test('of ten thousand members two may be held', () => {
  const measured = { ...atTheLimit(), size: sizes.full };
  measured.rules.honest.held = 2;
  expect(missedOf(measured)).toEqual([]);
  measured.rules.honest.held = 3;
  expect(missedOf(measured)).toEqual(['held']);
});
