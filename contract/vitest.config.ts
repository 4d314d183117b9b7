import { defineConfig } from 'vitest/config';

export default defineConfig({
  // A busy machine is slow, not wrong. No file leaves anything behind that the next one in its process would see.
  test: { testTimeout: 30_000, isolate: false, name: 'contract', include: ['src/**/*.test.ts'] },
});
