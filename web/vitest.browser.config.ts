import { buildCatalogue } from '@parlance/words/build';
import type { Locale } from '@parlance/words/locales';
import tailwindcss from '@tailwindcss/vite';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { launchOptions } from '../e2e/chromium.ts';

// For a busy machine; a passing test does not wait for it.
const timeout = 20_000;

export default defineConfig({
  root: import.meta.dirname,
  // Two runs at a time may not write the same folder of dependencies.
  cacheDir: `node_modules/.vite-${process.env.VITE_CACHE ?? 'components'}`,
  plugins: [tailwindcss()],
  resolve: { tsconfigPaths: true },
  // Named in advance: a dependency found during a test would reload the page.
  optimizeDeps: {
    entries: ['app/**/*.{ts,tsx}', '!app/**/*.test.{ts,tsx}', 'test/browser/*.{ts,tsx}'],
    include: ['react-dom/server.browser', 'socket.io-client'],
  },
  test: {
    name: 'browser',
    include: [`${process.env.COMPONENT_TESTS ?? 'app'}/**/*.browser.test.tsx`],
    setupFiles: ['test/browser/setup.ts'],
    testTimeout: 60_000,
    // As in the API tests and journeys; `npm test` names the tests that needed it.
    retry: process.env.CI === 'true' ? 1 : 0,
    // One page for all files: loading the modules takes longer than the tests. The setup clears what a test leaves.
    isolate: false,
    fileParallelism: false,
    browser: {
      enabled: true,
      headless: true,
      ui: false,
      screenshotFailures: false,
      connectTimeout: 180_000,
      viewport: { width: 1280, height: 800 },
      provider: playwright({
        // A zone that differs from UTC by hours and minutes. Playwright's own override would exclude that of `setZone`.
        launchOptions: { ...launchOptions, env: { ...launchOptions.env, TZ: 'Asia/Kathmandu' } },
        contextOptions: { locale: 'en-US' },
        actionTimeout: timeout,
      }),
      instances: [{ browser: 'chromium' }],
      commands: { readCatalogue: (_context, locale: Locale) => buildCatalogue(locale) },
    },
    expect: { poll: { timeout } },
  },
});
