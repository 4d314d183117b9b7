import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer } from './server-process.ts';

/**
 * Starts a server once and keeps its data folder as a template: creating a database takes many times as long as copying one.
 * Journeys about a first start create their own.
 */
export default async function setup(): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'parlance-journeys-'));
  const server = await startServer({ DATA_DIR: folder });
  await server.stop();
  process.env.JOURNEYS_TEMPLATE = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
