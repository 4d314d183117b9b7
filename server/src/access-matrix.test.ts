import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import type { FileStore } from '#platform/files';
import { socketRoutes } from '#slices';
import { ask } from '#test/access-matrix/ask';
import { gather } from '#test/access-matrix/people';
import { proposeLine, readTable, situations } from '#test/access-matrix/table';
import { keepState } from '#test/kept-state';
import { watchRoutes } from '#test/registered-routes';

/** Returns missing rows and rows without a call. */
function compare(served: string[], listed: string[]): string[] {
  return [
    ...served
      .filter((call) => !listed.includes(call))
      .map((call) => `no line in docs/access-matrix.md; add one and check each cell:\n${proposeLine(call)}`),
    ...listed
      .filter((call) => !served.includes(call))
      .map((call) => `${call} is in the table but not served`),
  ];
}

test('reports a call without a row with the row to add', () => {
  const [problem = ''] = compare(['GET /v1/new'], []);
  expect(problem).toContain('| `GET /v1/new` | | 401/2002 | 200 |');
  expect(compare([], ['GET /v1/old'])).toEqual(['GET /v1/old is in the table but not served']);
});

test('every call and event answers every caller as docs/access-matrix.md says', {
  timeout: 360_000,
}, async () => {
  const rows = readTable();
  const [cast, addresses] = await watchRoutes(gather);
  const events = ['connect', ...socketRoutes.map(({ event }) => event)].map((event) => `socket ${event}`);
  const listed = [...new Set(rows.map(({ call }) => call))];
  expect(compare([...addresses, ...events], listed)).toEqual([]);

  const { app } = cast;
  const restore = await keepState(app.platform);
  const restoreFiles = await keepFiles(app.platform.files);
  let isForward = true;
  const wrong: string[] = [];
  for (const row of rows) {
    for (const situation of situations) {
      const answered = await ask(cast, row, situation).catch(String);
      const expected = row.expected.get(situation);
      if (answered !== expected) {
        wrong.push(
          `${row.call} ${JSON.stringify(row.input)} · ${situation}: ${expected}, answered ${answered}`,
        );
      }
      // A refusal changes nothing; an action and a stolen refresh token do.
      const isOver = row.call.startsWith('GET') || (!answered.startsWith('2') && answered !== '401/2003');
      if (isOver) continue;
      await restore();
      await restoreFiles();
      // Moves the clock past the session cache of one second, back and forth so that no token expires.
      app.clock.advance({ seconds: isForward ? 2 : -2 });
      isForward = !isForward;
    }
  }
  expect(wrong).toEqual([]);
});

async function keepFiles(files: FileStore): Promise<() => Promise<void>> {
  const kept: { key: string; contentType: string; bytes: Buffer }[] = [];
  for (const folder of ['profile-images/', 'voice/', 'chat-pictures/']) {
    for await (const key of files.list(folder)) {
      const file = await files.read(key);
      if (file) kept.push({ key, contentType: file.contentType, bytes: await buffer(file.stream) });
    }
  }
  return async () => {
    for (const { key, contentType, bytes } of kept) {
      if ((await files.stat(key)) === null) await files.put(key, bytes, { contentType });
    }
  };
}
