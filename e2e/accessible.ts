import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Locator, type Page } from '@playwright/test';
import type axe from 'axe-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The rules whose result depends on the colour scheme. */
const rulesOfColour = ['color-contrast', 'link-in-text-block'];

/** Fails on any accessibility violation of the page or of one part of it. */
export async function expectAccessible(page: Page, part?: Locator, rules?: string[]): Promise<void> {
  expect(await violationsOn(page, part, rules)).toEqual([]);
}

/** The same without colour rules, which do not depend on the language. */
export async function expectAccessibleInAnyColour(page: Page): Promise<void> {
  expect(await violationsOn(page, undefined, undefined, rulesOfColour)).toEqual([]);
}

/** The same in the light and the dark scheme. */
export async function expectAccessibleInBothSchemes(page: Page, part?: Locator): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' });
  await expectAccessible(page, part);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page, part, rulesOfColour);
  await page.emulateMedia({ colorScheme: null });
}

/** Number of elements that are or would be animated. */
export const movingOn = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      [...document.querySelectorAll('*')]
        .map((element) => getComputedStyle(element))
        .filter(
          ({ animationName, transitionDuration }) =>
            animationName !== 'none' ||
            transitionDuration.split(',').some((time) => parseFloat(time) > 0.001),
        ).length,
  );

async function violationsOn(
  page: Page,
  part = page.locator(':root'),
  rules?: string[],
  rulesLeftOut: string[] = [],
): Promise<string[]> {
  await standStill(page);
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  const options = {
    ...(rules && { runOnly: { type: 'rule' as const, values: rules } }),
    rules: Object.fromEntries(rulesLeftOut.map((rule) => [rule, { enabled: false }])),
  };
  return part.evaluate(async (element, chosen) => {
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(element, {
      resultTypes: ['violations'],
      ...chosen,
    });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
  }, options);
}

/** Waits for finite animations to end: contrast cannot be measured during a colour transition. */
async function standStill(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const isOnItsWay = ({ playState, effect }: Animation) =>
      playState === 'running' && effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY;
    for (;;) {
      const moving = document.getAnimations().filter(isOnItsWay);
      if (moving.length === 0) return;
      await Promise.allSettled(moving.map(({ finished }) => finished));
    }
  });
}
