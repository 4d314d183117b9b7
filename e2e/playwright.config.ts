import { tmpdir } from 'node:os';
import { defineConfig, devices } from '@playwright/test';

// The switch replaces Playwright's own list, so that stands here as well. The last two draw the suggestions of an address
// bar that nobody sees, for every window, and cost ten times the page in it.
const disabledFeatures = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
];

const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${disabledFeatures.join()}`,
  // A microphone that hears a beep every second and needs no permission.
  '--use-fake-ui-for-media-stream',
  '--use-fake-device-for-media-stream',
  // Two pages of one machine talk to each other.
  '--allow-loopback-in-peer-connection',
];

const launchOptions = {
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: chromiumFlags,
  // Chromium keeps its crash and font caches at home; a machine that builds may have none.
  env: { ...process.env, HOME: process.env.HOME ?? tmpdir() } as Record<string, string>,
};

/** A browser without one of the usual conveniences. */
export const launchOptionsWithout = (flag: string) => ({
  ...launchOptions,
  args: chromiumFlags.filter((each) => each !== flag),
});

// They wait for real seconds of a microphone and of partners who take their time, and need no processor meanwhile.
const waiting = ['chat-voice-limit.e2e.ts', 'demo.e2e.ts', 'call-demo.e2e.ts'];

export default defineConfig({
  testDir: '.',
  testMatch: '*.e2e.ts',
  outputDir: '../test-results',
  globalSetup: './template.setup.ts',
  fullyParallel: true,
  workers: 3,
  projects: [
    { name: 'waiting', testMatch: waiting, workers: 1 },
    { name: 'journeys', testIgnore: waiting, workers: 2 },
  ],
  forbidOnly: process.env.CI === 'true',
  reporter: 'list',
  // Generous, for machines that do other things meanwhile; a journey that passes does not wait for them.
  timeout: 90_000,
  expect: { timeout: 20_000 },
  // A busy machine can miss a deadline once. The second try records a trace, which on every try would double the time.
  retries: process.env.CI === 'true' ? 2 : 1,
  use: {
    ...devices['Desktop Chrome'],
    locale: 'en-US',
    timezoneId: 'Europe/Berlin',
    // It answers requests that a journey means to watch or to break; its own journeys allow it.
    serviceWorkers: 'block',
    trace: 'on-first-retry',
    launchOptions,
  },
});
