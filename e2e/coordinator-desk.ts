import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';

/** Seconds of a practised person (keystroke-level model): to decide, point and press; to type a character; to read a screen. */
const human = { press: 1.35 + 1.1 + 0.2, character: 0.28, screen: 20 };

interface Phase {
  name: string;
  presses: number;
  characters: number;
  screens: number;
  waitedMs: number;
}

const minutesOf = ({ presses, characters, screens, waitedMs }: Phase): number =>
  (presses * human.press + characters * human.character + screens * human.screen + waitedMs / 1000) / 60;

/** Counts what a person does on a page, by phases, and how long the page lets them wait. Pictures go to the folder, if there is one. */
export function createDesk(page: Page, shots: string | null) {
  const phases: Phase[] = [];
  let phase: Phase = { name: '', presses: 0, characters: 0, screens: 0, waitedMs: 0 };
  const timed = async <Result>(wait: Promise<Result>): Promise<Result> => {
    const from = performance.now();
    const result = await wait;
    phase.waitedMs += performance.now() - from;
    return result;
  };
  const pressOn = async (target: Locator): Promise<void> => {
    phase.presses += 1;
    await timed(target.click());
  };
  const sum = (): Phase => {
    const add = (key: 'presses' | 'characters' | 'screens' | 'waitedMs') =>
      phases.reduce((total, each) => total + each[key], 0);
    return {
      name: 'total',
      presses: add('presses'),
      characters: add('characters'),
      screens: add('screens'),
      waitedMs: add('waitedMs'),
    };
  };
  return {
    begin(name: string) {
      phase = { name, presses: 0, characters: 0, screens: 1, waitedMs: 0 };
      phases.push(phase);
    },
    pressOn,
    press: (name: string) => pressOn(page.getByRole('button', { name, exact: true })),
    /** Presses the button of the open dialog, and waits until it has closed. */
    async confirm(name: string) {
      await pressOn(page.getByRole('dialog').getByRole('button', { name, exact: true }));
      // Not a toast, which is a dialog as well.
      await timed(page.locator('[role="dialog"]:not([aria-modal="false"])').waitFor({ state: 'detached' }));
    },
    /** Follows a link to another screen. */
    async open(target: Locator) {
      phase.screens += 1;
      await pressOn(target);
    },
    /** One press into the field, and the text. */
    async type(label: string, text: string) {
      phase.presses += 1;
      phase.characters += text.length;
      await page.getByLabel(label, { exact: true }).fill(text);
    },
    waitFor: (target: Locator) => timed(target.waitFor({ timeout: 180_000 })),
    async shot(name: string) {
      if (shots === null) return;
      mkdirSync(shots, { recursive: true });
      await page.waitForLoadState('networkidle');
      await page.screenshot({ path: join(shots, `${name}.png`) });
    },
    total: () => ({ ...sum(), minutes: minutesOf(sum()) }),
    table(): string {
      const rows = [...phases, sum()].map((each) => {
        const { name, presses, characters, screens, waitedMs } = each;
        return `| ${name} | ${presses} | ${characters} | ${screens} | ${(waitedMs / 1000).toFixed(1)} | ${minutesOf(each).toFixed(1)} |`;
      });
      return [
        '| part | presses | characters | screens | waited s | hands-on min (model) |',
        '|---|---|---|---|---|---|',
        ...rows,
      ].join('\n');
    },
  };
}
