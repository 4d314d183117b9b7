import type { Page } from '@playwright/test';

/** Collects faults of a page; a journey that provokes one declares it beforehand. */
export interface Faults {
  /** This fault must occur. */
  expect(pattern: RegExp): void;
  /** This fault may occur, depending on requests in flight. */
  allow(pattern: RegExp): void;
  watch(page: Page): void;
  /** Throws on every unexpected fault and every expected one that did not occur. */
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
        // Playwright's trace recorder reads blob pictures of the page, which its content security policy forbids.
        if (/^Connecting to 'blob:/.test(message.text())) return;
        if (message.type() === 'error') seen.push(`console: ${message.text()} (${message.location().url})`);
      });
      page.on('pageerror', (error) => seen.push(`page: ${error.stack ?? error.message}`));
      page.on('requestfailed', (request) => {
        const reason = request.failure()?.errorText ?? '';
        // The browser aborts its own requests when it leaves a page.
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
