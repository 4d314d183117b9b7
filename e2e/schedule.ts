import type { ScheduleSlot } from '@parlance/contract/schedule';
import { expect, type Locator, type Page } from '@playwright/test';
import { type Person, signIn } from './people.ts';

const dayMs = 86_400_000;
const hourMs = 3_600_000;

/** A Monday two to three weeks ahead, in the format of the calendar's address: its whole week is in the future. */
export function mondayAhead(): string {
  const today = new Date();
  const untilMonday = (8 - today.getUTCDay()) % 7;
  return new Date(today.getTime() + (14 + untilMonday) * dayMs).toISOString().slice(0, 10);
}

/** An instant of such a week: hours after its Monday began in UTC. */
export const hoursAfter = (monday: string, hours: number): Date =>
  new Date(Date.parse(`${monday}T00:00:00Z`) + hours * hourMs);

const hoursToNoon = 12 - new Date().getUTCHours();

/**
 * A zone in which it is about noon: for journeys whose screens show a day, because a midnight between two steps would change them.
 * The sign of these names is the opposite of the offset.
 */
export const zoneAtNoon = `Etc/GMT${hoursToNoon < 0 ? '+' : '-'}${Math.abs(hoursToNoon)}`;

const dayNames = new Intl.DateTimeFormat('en-GB', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  timeZone: 'UTC',
});

/** A calendar cell by its accessible name; `day` counts from the Monday. */
export function cellOf(page: Page, monday: string, day: number, time: string, state: string): Locator {
  const name = dayNames.format(hoursAfter(monday, 24 * day));
  // Browsers differ in the kind of space before AM and PM.
  return page.getByRole('gridcell', {
    name: new RegExp(`^${name}, ${time.replace(' ', '\\s')}, ${state}$`),
  });
}

/** Signs a member in and opens the calendar, at a given or the default week, until its slots are loaded. */
export async function openCalendar(page: Page, person: Person, from?: string): Promise<void> {
  await signIn(page, person, `/settings${from ? `?from=${from}` : ''}#availability`);
  await expectCalendar(page);
}

export async function expectCalendar(page: Page): Promise<void> {
  await expect(page.getByRole('grid', { name: 'Availability' })).toBeVisible();
  await expect(page.getByRole('grid').locator('xpath=..')).not.toHaveAttribute('aria-busy', 'true');
}

export function publish(person: Person, startsAt: Date, duration = 30): Promise<ScheduleSlot> {
  return person.client.calls.createSlot({ startsAt, duration });
}

export function book(person: Person, { userId, scheduleSlotId }: ScheduleSlot): Promise<ScheduleSlot> {
  return person.client.calls.bookSlot({ userId, scheduleSlotId });
}

export async function startsOf(person: Person): Promise<string[]> {
  const { slots } = await person.client.calls.listOwnSlots({ limit: 100 });
  return slots.map((slot) => `${slot.startsAt.toISOString()} ${slot.duration}`);
}
