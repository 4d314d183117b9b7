import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createHttp, type Http } from '#platform/http';
import { pageLocalesOf } from '#platform/page-locale';
import type { TakeCall } from '#platform/request-rates';
import { loadWebBuild } from '#platform/web-build';
import { registerWebBuild } from '#platform/web-build.routes';
import { registerPreviews } from '#preview/preview.routes';
import { afterTest } from './after-test.ts';
import { newFolder } from './folder.ts';
import type { Community } from './personas.ts';

/** Serves the real page routes over a build with these files. */
export async function serveBuild(
  community: Community,
  files: Record<string, string>,
  takeCall: TakeCall = () => {},
): Promise<Http> {
  const folder = await newFolder();
  for (const [name, text] of Object.entries(files)) {
    await mkdir(join(folder, name, '..'), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  const http = await createHttp(community.log.log);
  afterTest(async () => void (await http.close()));
  const build = await loadWebBuild(folder);
  const offered = pageLocalesOf(build, community.platform.config.locales);
  await registerPreviews(http, community.platform, {
    build,
    serverBuild: folder,
    policyOf: (hashes) => `script-src ${hashes.join(' ')}`,
    offered,
    takeCall,
  });
  registerWebBuild(http, build, offered);
  return http;
}
