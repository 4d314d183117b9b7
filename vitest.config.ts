import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      '*/vitest.config.ts',
      { test: { name: 'contract', include: ['contract/src/**/*.test.ts'] } },
      { test: { name: 'client', include: ['client/src/**/*.test.ts'] } },
      { test: { name: 'scripts', include: ['scripts/**/*.test.ts'] } },
    ],
  },
});
