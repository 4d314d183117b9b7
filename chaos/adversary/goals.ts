import type { Size } from './behaviour.ts';
import { type Goal, percent } from './goal.ts';
import { quantile } from './statistics.ts';
import { hostileNotified, type Tally } from './tally.ts';
import type { Traffic } from './traffic.ts';
import { sameTraffic } from './traffic-goals.ts';

/** The measurements of all parts of a run; null for parts that were not played. */
export interface Measured {
  size: Size;
  rules: Tally;
  baseline: Tally | null;
  /** The same rules with members who block and report half as often. */
  calm: Tally | null;
  traffic: Traffic | null;
}

const hours = (value: number): string => (Number.isNaN(value) ? 'no account caught' : `${value} h`);

/** Compares the measurements with the goals. A goal whose part was not played is left out. */
export function judge({ size, rules, baseline, calm, traffic }: Measured): Goal[] {
  const members = size.established + size.newcomers;
  const { hostile, honest } = rules;
  const notified = hostileNotified(rules);
  const each = notified / rules.popular.members;
  const lostShare = honest.lost / (honest.sent + honest.refused);
  const refusedShare = honest.refused / (honest.sent + honest.refused);
  const caught = quantile(hostile.caughtAfter, 0.5);
  const goals: Goal[] = [
    {
      name: 'notified',
      promise: 'hostile first contacts notified, for each popular member',
      limit: '≤ 2',
      model: '1.4',
      measured: each.toFixed(2),
      isMet: each <= 2,
    },
    {
      name: 'victim',
      promise: "a harasser's victim: notifications",
      limit: '≤ 9',
      model: '6',
      measured: `${hostile.victimMost}`,
      isMet: hostile.victimMost <= 9,
    },
    {
      name: 'hold',
      promise: 'hold or ban after the first hostile message, median',
      limit: '≤ 36 h',
      model: '34 h',
      measured: `${hours(caught)} (${hostile.uncaught} of ${hostile.accounts} accounts not caught)`,
      isMet: caught <= 36,
    },
    {
      name: 'honest',
      promise: 'honest first contacts lost',
      limit: '≤ 0.6 %',
      model: '0.43 %',
      measured: percent(lostShare, 2),
      isMet: lostShare <= 0.006,
    },
    {
      name: 'refused',
      promise: 'honest first contacts refused',
      limit: '≤ 0.1 %',
      model: '0.02 %',
      measured: percent(refusedShare, 2),
      isMet: refusedShare <= 0.001,
    },
    {
      name: 'held',
      promise: 'honest members held, with a mob',
      limit: '≤ 2 in 10,000',
      model: '1 in 10,000',
      measured: `${honest.held} of ${members}`,
      isMet: honest.held <= (2 * members) / 10_000,
    },
    {
      name: 'newcomer',
      promise: 'first contacts of newcomers within the quota, without contact details, that are silent',
      limit: '0',
      model: '–',
      measured: `${honest.newcomersSilent}`,
      isMet: honest.newcomersSilent === 0,
    },
    {
      name: 'conversation',
      promise: 'messages in answered conversations that a limit refused',
      limit: '0',
      model: '–',
      measured: `${rules.continued.refused} of ${rules.continued.sent + rules.continued.refused}`,
      isMet: rules.continued.refused === 0,
    },
    {
      name: 'contact',
      promise: 'first messages of new members with contact details that are notified',
      limit: '0',
      model: '–',
      measured: `${rules.withContact.notified} of ${rules.withContact.sent}`,
      isMet: rules.withContact.notified === 0,
    },
    {
      name: 'request-event',
      promise: 'requests that arrive with the event of a message',
      limit: '0',
      model: '–',
      measured: `${rules.requestEvents}`,
      isMet: rules.requestEvents === 0,
    },
    {
      name: 'read-receipt',
      promise: 'opened requests that are marked as read',
      limit: '0',
      model: '–',
      measured: `${rules.opened.marked} of ${rules.opened.requests}`,
      isMet: rules.opened.marked === 0,
    },
  ];
  if (baseline) goals.push(...againstBaseline(notified, lostShare, baseline));
  if (calm) {
    const median = quantile(calm.hostile.caughtAfter, 0.5);
    goals.push({
      name: 'hold',
      promise: 'the same when members react half as often',
      limit: '≤ 48 h',
      model: '42 h',
      measured: `${hours(median)} (${calm.hostile.uncaught} of ${calm.hostile.accounts} accounts not caught)`,
      isMet: median <= 48,
    });
  }
  if (traffic) goals.push(...sameTraffic(traffic));
  return goals;
}

function againstBaseline(notified: number, lostShare: number, baseline: Tally): Goal[] {
  const before = hostileNotified(baseline);
  const { lost, sent, refused } = baseline.honest;
  const lostBefore = lost / (sent + refused);
  return [
    {
      name: 'notified',
      promise: 'hostile first contacts notified, against the former limit',
      limit: '≤ 20 %',
      model: '15 %',
      measured: `${percent(notified / before)} (${notified} of ${before})`,
      isMet: notified <= 0.2 * before,
    },
    {
      name: 'honest',
      promise: 'honest first contacts lost, against the former limit',
      limit: `≤ ${percent(lostBefore, 2)}`,
      model: '0.43 % of 0.60 %',
      measured: percent(lostShare, 2),
      isMet: lostShare <= lostBefore,
    },
  ];
}
