import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterTest } from './after-test.ts';

/** Creates an empty folder that is removed after the test. */
export async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'parlance-test-folder-'));
  afterTest(async () => {
    await rm(folder, { recursive: true, force: true });
    return undefined;
  });
  return folder;
}
