import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { says } from './message.ts';
import { slotDuration, slotGridMinutes } from './schedule.ts';
import { timeZone } from './text.ts';

/** Limits of weekly hours; the minimum of `weeksAhead` is 1, of the others 0. */
export const weeklyHoursMax = { rules: 42, minNoticeHours: 72, bufferMinutes: 60, weeksAhead: 8 } as const;

/** Weekly hours before anything is set. */
export const weeklyHoursDefault = {
  rules: [],
  minNoticeHours: 0,
  bufferMinutes: 0,
  weeksAhead: 4,
} as const;

const dayMinutes = 24 * 60;

/** Minutes after midnight of 'HH:MM'. */
export const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** 'HH:MM' of minutes after midnight; 24:00 is the end of the day. */
export const timeOf = (minutes: number): string =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');

const isTime = (time: string) => /^\d\d:\d\d$/.test(time) && timeOf(minutesOf(time)) === time;
const isOnGrid = (time: string) => minutesOf(time) % slotGridMinutes === 0;

/** A local time; only an end can be 24:00. */
const time = (last: number) =>
  z.string().check(
    z.refine((text) => isTime(text) && minutesOf(text) <= last, {
      error: 'Must be a time such as 18:30',
      abort: true,
    }),
    z.refine(isOnGrid, 'Must be on a quarter of an hour'),
  );

/** Hours of one weekday, divided into sessions from `from` on. Weekday 1 is Monday. */
export const weeklyRule = z.object({
  weekday: z.int().check(z.minimum(1), z.maximum(7)),
  from: time(dayMinutes - slotGridMinutes),
  to: time(dayMinutes),
  duration: slotDuration,
});
export type WeeklyRule = z.output<typeof weeklyRule>;

/** The field of a rule with its problem; the first one of each rule. */
export interface RuleProblem {
  index: number;
  field: 'from' | 'to';
  message: string;
}

/** What is wrong with rules that are well formed by themselves: order, room for a session, overlaps on a weekday. */
export function ruleProblems(rules: readonly WeeklyRule[]): RuleProblem[] {
  return rules.flatMap(({ weekday, from, to, duration }, index): RuleProblem[] => {
    if (minutesOf(to) <= minutesOf(from)) return [{ index, field: 'to', message: 'Must be after the start' }];
    if (minutesOf(to) - minutesOf(from) < duration) {
      return [{ index, field: 'to', message: 'Must be long enough for one session' }];
    }
    const isOverlapping = rules
      .slice(0, index)
      .some((other) => other.weekday === weekday && other.from < to && from < other.to);
    return isOverlapping ? [{ index, field: 'from', message: 'Overlaps with other hours of this day' }] : [];
  });
}

const upTo = (max: number, min = 0) => z.int().check(z.minimum(min), z.maximum(max));

const hours = {
  timeZone,
  rules: z
    .array(weeklyRule)
    .check(
      z.maxLength(weeklyHoursMax.rules, says('At most {max} entries', { max: weeklyHoursMax.rules })),
      ({ value, issues }) => {
        for (const { index, field, message } of ruleProblems(value)) {
          issues.push({ code: 'custom', input: value, path: [index, field], message });
        }
      },
    ),
  minNoticeHours: upTo(weeklyHoursMax.minNoticeHours),
  bufferMinutes: upTo(weeklyHoursMax.bufferMinutes),
  weeksAhead: upTo(weeklyHoursMax.weeksAhead, 1),
};

/** The member's weekly hours; `isFull` while the limit of future slots keeps later times from being offered. */
export const weeklyHours = z.object({ ...hours, isFull: z.boolean() });
export type WeeklyHours = z.output<typeof weeklyHours>;

/** Weekly hours, by default none in the member's time zone. */
export const getWeeklyHours = endpoint({
  method: 'GET',
  path: '/user/weekly-hours',
  access: 'signed-in',
  summary: 'Own weekly hours',
  result: weeklyHours,
});

/** Replaces the weekly hours and generates their slots; free generated slots that no longer fit are removed. */
export const setWeeklyHours = endpoint({
  method: 'POST',
  path: '/user/weekly-hours',
  access: 'signed-in',
  summary: 'Set weekly hours',
  payload: z.object(hours),
  result: weeklyHours,
});
