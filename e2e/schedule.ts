import type { ScheduleSlot } from '@parlance/contract/schedule';
import { expect, type Locator, type Page } from '@playwright/test';
import { type Person, signIn } from './people.ts';

const dayMs = 86_400_000;
const hourMs = 3_600_000;

/** A Monday two to three weeks ahead, as the calendar's address has it: nothing in its week is past. */
export function mondayAhead(): string {
  const today = new Date();
  const untilMonday = (8 - today.getUTCDay()) % 7;
  return new Date(today.getTime() + (14 + untilMonday) * dayMs).toISOString().slice(0, 10);
}

/** An instant of such a week: hours after its Monday began in UTC. */
export const hoursAfter = (monday: string, hours: number): Date =>
  new Date(Date.parse(`${monday}T00:00:00Z`) + hours * hourMs);

const dayNames = new Intl.DateTimeFormat('en-GB', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  timeZone: 'UTC',
});

/** A cell of the calendar by what a screen reader calls it; `day` counts from the Monday. */
export function cellOf(page: Page, monday: string, day: number, time: string, state: string): Locator {
  const name = dayNames.format(hoursAfter(monday, 24 * day));
  // Browsers put one of several kinds of space before AM and PM.
  return page.getByRole('gridcell', {
    name: new RegExp(`^${name}, ${time.replace(' ', '\\s')}, ${state}$`),
  });
}

/** Signs a member in and opens their calendar, at a week or where it opens by itself, until its slots are there. */
export async function openCalendar(page: Page, person: Person, from?: string): Promise<void> {
  await signIn(page, person, `/settings${from ? `?from=${from}` : ''}#availability`);
  await expectCalendar(page);
}

export async function expectCalendar(page: Page): Promise<void> {
  await expect(page.getByRole('grid', { name: 'Availability' })).toBeVisible();
  await expect(page.getByRole('grid').locator('xpath=..')).not.toHaveAttribute('aria-busy', 'true');
}

/** Publishes a slot outside the browser. */
export function publish(person: Person, startsAt: Date, duration = 30): Promise<ScheduleSlot> {
  return person.client.calls.createSlot({ startsAt, duration });
}

/** Books a slot outside the browser. */
export function book(person: Person, { userId, scheduleSlotId }: ScheduleSlot): Promise<ScheduleSlot> {
  return person.client.calls.bookSlot({ userId, scheduleSlotId });
}

/** When the slots of a person begin. */
export async function startsOf(person: Person): Promise<string[]> {
  const { slots } = await person.client.calls.listOwnSlots({ limit: 100 });
  return slots.map((slot) => `${slot.startsAt.toISOString()} ${slot.duration}`);
}
