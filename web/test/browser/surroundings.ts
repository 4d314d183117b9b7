import type { Catalogue } from '@parlance/words/catalogue';
import { createWords } from '@parlance/words/create-words';
import { speak } from '@parlance/words/current';
import { makeEnglish } from '@parlance/words/english';
import { factsOf, type Locale } from '@parlance/words/locales';
import { vi } from 'vitest';
import { cdp, commands } from 'vitest/browser';

declare module 'vitest/browser' {
  interface BrowserCommands {
    readCatalogue(locale: Locale): Promise<Catalogue>;
  }
}

let isZoneChanged = false;

/** Moves the browser from Kathmandu to another time zone for the rest of the test. */
export async function setZone(timezoneId: string): Promise<void> {
  isZoneChanged = timezoneId !== '';
  await cdp().send('Emulation.setTimezoneOverride', { timezoneId });
}

/** Shows the interface in another language for the rest of the test. */
export async function setLanguage(locale: Locale): Promise<void> {
  speak(createWords(locale, await commands.readCatalogue(locale)));
  document.documentElement.lang = locale;
  document.documentElement.dir = factsOf(locale).dir;
}

/** Stops the clock of the page at a moment; it advances only by `pass`. */
export function stopClock(now: Date | string): void {
  vi.useFakeTimers({
    now: new Date(now),
    toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
  });
}

/** Lets time pass: timers that are due run, and React shows what they changed, so that a check of what stays does not come too early. */
export async function pass(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms);
  await new Promise(requestAnimationFrame);
}

/** Restores clock, zone and language after a test. */
export async function resetSurroundings(): Promise<void> {
  vi.useRealTimers();
  if (isZoneChanged) await setZone('');
  speak(makeEnglish());
  document.documentElement.lang = 'en';
  document.documentElement.dir = 'ltr';
}
