import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';

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
  // A fake microphone that beeps every second and needs no permission. Five pictures a second, because pages encode the fake camera in software.
  '--use-fake-ui-for-media-stream',
  '--use-fake-device-for-media-stream=fps=5',
  // Two pages on one machine connect to each other.
  '--allow-loopback-in-peer-connection',
];

const chromium = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
const headlessShell = process.env.HEADLESS_SHELL_PATH ?? '/usr/bin/chromium-headless-shell';

/** The system's Chromium with everything that a window has: permissions, notifications, installation. */
export const launchOptions = {
  executablePath: chromium,
  args: chromiumFlags,
  // Chromium keeps its crash and font caches in HOME, which a build machine may not have.
  env: { ...process.env, HOME: process.env.HOME ?? tmpdir() } as Record<string, string>,
};

/** Chromium without windows, which takes less processor time; Chromium itself where it is not installed. */
export const headlessShellOptions = {
  ...launchOptions,
  executablePath: existsSync(headlessShell) ? headlessShell : chromium,
};

/** Launch options without one of the flags. */
export const launchOptionsWithout = (flag: string) => ({
  ...launchOptions,
  args: chromiumFlags.filter((each) => each !== flag),
});
