import { buildCatalogue } from '@parlance/words/build';
import type { Locale } from '@parlance/words/locales';
import tailwindcss from '@tailwindcss/vite';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { launchOptions } from '../e2e/chromium.ts';

const timeout = 10_000;

export default defineConfig({
  plugins: [tailwindcss()],
  resolve: { tsconfigPaths: true },
  // Named in advance: a dependency found during a test would reload the page.
  optimizeDeps: { entries: ['app/**/*.{ts,tsx}', '!app/**/*.test.{ts,tsx}', 'test/browser/*.{ts,tsx}'] },
  test: {
    name: 'browser',
    include: ['app/**/*.browser.test.tsx'],
    setupFiles: ['test/browser/setup.ts'],
    testTimeout: 30_000,
    retry: process.env.CI === 'true' ? 1 : 0,
    browser: {
      enabled: true,
      headless: true,
      ui: false,
      screenshotFailures: false,
      viewport: { width: 1280, height: 800 },
      provider: playwright({
        launchOptions,
        // A zone that differs from UTC by hours and minutes; tests choose others with `setZone`.
        contextOptions: { locale: 'en-US', timezoneId: 'Asia/Kathmandu' },
        actionTimeout: timeout,
      }),
      instances: [{ browser: 'chromium' }],
      commands: { readCatalogue: (_context, locale: Locale) => buildCatalogue(locale) },
    },
    expect: { poll: { timeout } },
  },
});
