import { defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: { tsconfigPaths: true },
  test: {
    name: 'web',
    include: ['{app,scripts,server}/**/*.test.{ts,tsx}'],
    exclude: ['**/*.browser.test.tsx'],
    // A busy machine is slow, not wrong. No file leaves anything behind that the next one in its process would see.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    isolate: false,
    // A clock that is wrong by a zone shows: three and a half hours behind UTC, where days, hours and quarters all differ.
    env: { TZ: 'America/St_Johns' },
  },
});
