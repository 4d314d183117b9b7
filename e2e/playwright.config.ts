import { tmpdir } from 'node:os';
import { defineConfig, devices } from '@playwright/test';

// The switch replaces Playwright's own list, so that list is repeated here. The last two render the invisible address bar
// suggestions of every window, at ten times the cost of the page.
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
  // A fake microphone that beeps every second and needs no permission.
  '--use-fake-ui-for-media-stream',
  '--use-fake-device-for-media-stream',
  // Two pages on one machine connect to each other.
  '--allow-loopback-in-peer-connection',
];

const launchOptions = {
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: chromiumFlags,
  // Chromium keeps its crash and font caches in HOME, which a build machine may not have.
  env: { ...process.env, HOME: process.env.HOME ?? tmpdir() } as Record<string, string>,
};

/** Launch options without one of the flags. */
export const launchOptionsWithout = (flag: string) => ({
  ...launchOptions,
  args: chromiumFlags.filter((each) => each !== flag),
});

// These wait for real recording time and demo partners, with little processor use.
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
    launchOptions,
  },
});
