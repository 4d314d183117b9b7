import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { clientMessages } from '@parlance/contract/errors';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
// RequestDataInvalid takes its messages from its fields, or from its status without any.
const withMessages = [...Object.keys(clientMessages), 'RequestDataInvalid'];

test('clients throw no error by name whose message only servers have', () => {
  const files = globSync('{client/src,web/app,contract/src}/**/*.{ts,tsx}', { cwd: root }).filter(
    (file) => !/\.test\.tsx?$/.test(file),
  );
  const bare = files.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/new ApiError\('(\w+)'\)/g)].map(([, name]) => name),
  );
  expect(bare).toContain('NotSignedIn');
  expect(bare.filter((name) => !withMessages.includes(name ?? ''))).toEqual([]);
});
