import type { Page } from '@playwright/test';

// Shorter gaps are inaudible.
const gapMs = 400;

declare global {
  interface Window {
    /** Time of the last audio, and all gaps. */
    sound: { lastAt: number; gaps: { from: number; to: number }[] };
  }
}

/** Records the received audio of a page from its next load on; needs `watchLinks`. */
export const watchSound = (page: Page): Promise<unknown> => page.addInitScript(keepAccount, gapMs);

/** Runs in the page: polls ten times a second for new audio. */
function keepAccount(longMs: number): void {
  const heard = new WeakMap<RTCPeerConnection, number>();
  window.sound = { lastAt: 0, gaps: [] };
  setInterval(async () => {
    for (const link of window.links) {
      if (link.signalingState === 'closed') continue;
      const report = await link.getStats();
      report.forEach((entry) => {
        if (entry.type !== 'inbound-rtp' || entry.kind !== 'audio') return;
        const before = heard.get(link);
        heard.set(link, entry.totalAudioEnergy);
        if (before === undefined || entry.totalAudioEnergy <= before) return;
        const now = Date.now();
        const { lastAt } = window.sound;
        if (lastAt > 0 && now - lastAt > longMs) window.sound.gaps.push({ from: lastAt, to: now });
        window.sound.lastAt = now;
      });
    }
  }, 100);
}

export const forgetGaps = (page: Page): Promise<void> =>
  page.evaluate(() => void window.sound.gaps.splice(0));

/** The longest gap since forgetGaps, including the present one, in milliseconds. */
export const longestGap = (page: Page): Promise<number> =>
  page.evaluate((long) => {
    const silentMs = Date.now() - window.sound.lastAt;
    const gaps = window.sound.gaps.map(({ from, to }) => to - from);
    return Math.max(0, ...gaps, silentMs > long ? silentMs : 0);
  }, gapMs);
