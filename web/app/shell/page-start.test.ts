import { expect, test } from 'vitest';
import { appearanceEvent } from '#lib/appearance';
import { lastingKeys } from '#lib/lasting-keys';
import { startScript } from './page-start';

test('the inline script reads the appearance where the settings store it', () => {
  expect(startScript()).toContain(JSON.stringify([lastingKeys.appearance, appearanceEvent]));
});
