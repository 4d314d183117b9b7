import { defineConfig, devices } from '@playwright/test';
import { headlessShellOptions, launchOptions } from './chromium.ts';

// These wait for real recording time and demo partners, with little processor use.
const waiting = ['chat-voice-limit.e2e.ts', 'demo.e2e.ts', 'call-demo.e2e.ts'];
// These need permissions, notifications or installation, which the headless shell lacks.
const windowed = [
  'call*.e2e.ts',
  'keyboard.e2e.ts',
  'notify.e2e.ts',
  'offline.e2e.ts',
  'push*.e2e.ts',
  'update.e2e.ts',
];

export default defineConfig({
  testDir: '.',
  testMatch: '*.e2e.ts',
  outputDir: '../test-results',
  globalSetup: './template.setup.ts',
  fullyParallel: true,
  workers: 3,
  projects: [
    { name: 'waiting', testMatch: waiting, workers: 1 },
    { name: 'windowed', testMatch: windowed, testIgnore: waiting, workers: 1 },
    {
      name: 'journeys',
      testIgnore: [...waiting, ...windowed],
      workers: 2,
      use: { launchOptions: headlessShellOptions },
    },
  ],
  forbidOnly: process.env.CI === 'true',
  reporter: 'list',
  // Generous timeouts for busy machines; passing journeys do not wait for them.
  timeout: 90_000,
  expect: { timeout: 20_000 },
  // A busy machine can miss a deadline once. Only the retry records a trace, which would double the time of every run.
  retries: process.env.CI === 'true' ? 2 : 1,
  use: {
    ...devices['Desktop Chrome'],
    locale: 'en-US',
    timezoneId: 'Europe/Berlin',
    // A service worker would answer requests that journeys watch or break; its own journeys enable it.
    serviceWorkers: 'block',
    trace: 'on-first-retry',
    // An action on an element that never appears fails before the time limit of the journey.
    actionTimeout: 30_000,
    launchOptions,
    // Frames of transitions are a fifth of the browser's processor time. Components are tested with motion.
    contextOptions: { reducedMotion: 'reduce' },
  },
});
