import { defineConfig } from 'vitest/config';

export default defineConfig({
  // Long timeout for a busy machine. No isolation: test files leave no state behind in the process.
  test: {
    testTimeout: 120_000,
    hookTimeout: 120_000,
    isolate: false,
    name: 'words',
    // West of UTC: a date that is formatted in the zone of the machine instead of the given one is a day early.
    env: { TZ: 'America/St_Johns' },
    include: ['{src,scripts}/*.test.ts'],
  },
});
