import { createLogger, type Logger } from '#platform/logger';

export interface LogLine {
  level: number;
  msg: string;
  [field: string]: unknown;
}

export interface TestLog {
  log: Logger;
  lines: LogLine[];
  /** Allows error lines with this text; any other one fails the test. */
  expectError(msg: string): void;
  unexpected(): string[];
}

const errorLevel = 50;

/** Creates the real logger with an in-memory destination. */
export function createTestLog(): TestLog {
  const lines: LogLine[] = [];
  const expected = new Set<string>();
  const destination = { write: (line: string) => void lines.push(JSON.parse(line)) };
  return {
    log: createLogger({ level: 'info', destination }),
    lines,
    expectError: (msg) => void expected.add(msg),
    unexpected: () =>
      lines
        .filter(({ level, msg }) => level >= errorLevel && !expected.has(msg))
        .map((line) => JSON.stringify(line)),
  };
}
