import type { Page } from '@playwright/test';

/** Collects what must not happen on a page; a journey that provokes a fault says so beforehand. */
export interface Faults {
  /** The journey will see this one, and only passes if it does. */
  expect(pattern: RegExp): void;
  /** The journey may see this one: whether it does depends on what was under way. */
  allow(pattern: RegExp): void;
  watch(page: Page): void;
  /** Throws with every unexpected fault and every expected one that never came. */
  check(): void;
}

export function createFaults(serverUrl: string): Faults {
  const seen: string[] = [];
  const expected: RegExp[] = [];
  const allowed: RegExp[] = [];
  return {
    expect: (pattern) => expected.push(pattern),
    allow: (pattern) => allowed.push(pattern),
    watch(page) {
      page.on('console', (message) => {
        // The recorder of traces reads pictures that the page made itself, which the page's policy forbids.
        if (/^Connecting to 'blob:/.test(message.text())) return;
        if (message.type() === 'error') seen.push(`console: ${message.text()} (${message.location().url})`);
      });
      page.on('pageerror', (error) => seen.push(`page: ${error.stack ?? error.message}`));
      page.on('requestfailed', (request) => {
        const reason = request.failure()?.errorText ?? '';
        // The browser gives up its own requests when it leaves a page.
        if (request.url().startsWith(serverUrl) && reason !== 'net::ERR_ABORTED') {
          seen.push(`request: ${request.method()} ${request.url()} ${reason}`);
        }
      });
    },
    check() {
      const unexpected = seen.filter(
        (fault) => ![...expected, ...allowed].some((pattern) => pattern.test(fault)),
      );
      const missed = expected.filter((pattern) => !seen.some((fault) => pattern.test(fault)));
      const lines = [
        ...unexpected.map((fault) => `unexpected ${fault}`),
        ...missed.map((p) => `never came: ${p}`),
      ];
      if (lines.length > 0) throw new Error(lines.join('\n'));
    },
  };
}
