import { describe, expect, test } from 'vitest';
import { explainDisk, explainFolder, formatFatalError, StartupError } from './startup-error.ts';

const failure = (fields: object) => Object.assign(new Error('it failed'), fields);

describe('a fault of the data folder', () => {
  test.each([
    ['the file system', failure({ code: 'ENOSPC' })],
    ['Postgres', failure({ code: '53100' })],
    ['SQLite', failure({ code: 'ERR_SQLITE_ERROR', errcode: 13 })],
    ['the embedded database', { name: 'ErrnoError', errno: 51 }],
  ])('%s is recognised as a full disk', (_who, error) => {
    expect(formatFatalError(explainFolder(error, '/srv/data'))).toMatch(
      /^The disk that holds \/srv\/data is full\./,
    );
    expect(formatFatalError(explainDisk(error, '/srv/data'))).toMatch(
      /^The disk that holds \/srv\/data is full\./,
    );
  });

  test.each([
    ['the file system', failure({ code: 'EACCES' }), 'it failed'],
    ['SQLite', failure({ code: 'ERR_SQLITE_ERROR', errcode: 14 }), 'it failed'],
    ['the embedded database', { name: 'ErrnoError', errno: 2 }, 'permission denied'],
  ])('%s is recognised as an unusable folder', (_who, error, reason) => {
    expect(formatFatalError(explainFolder(error, '/srv/data'))).toContain(
      `The data folder /srv/data cannot be written: ${reason}.`,
    );
    expect(explainDisk(error, '/srv/data')).toBe(error);
  });

  test('any other error stays unchanged, with its stack', () => {
    const error = failure({ code: '42601', errno: 51 });
    expect(explainFolder(error, '/srv/data')).toBe(error);
    expect(formatFatalError(error)).toContain('startup-error.test.ts');
    expect(formatFatalError(new StartupError('Plain words.'))).toBe('Plain words.');
    expect(formatFatalError({ errno: 5 })).toBe('{"errno":5}');
  });
});
