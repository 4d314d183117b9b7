import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { endProcess, findProgram, freePort } from '@parlance/server/test/servers';
import type { Stage } from './stage.ts';

const deployed = join(import.meta.dirname, '../../deploy/nginx.conf');
const startWithinMs = 10_000;

/** nginx in front of the nodes, with the deployed configuration and local addresses. */
export async function startProxy(
  stage: Stage,
  nodes: { port: number }[],
  given: { port?: number } = {},
): Promise<{ url: string }> {
  const nginx = findProgram('nginx', 'nginx', ['/usr/sbin/nginx']);
  const port = given.port ?? (await freePort());
  const folder = join(stage.folder, 'nginx');
  mkdirSync(folder);
  const path = join(folder, 'nginx.conf');
  writeFileSync(path, configure(readFileSync(deployed, 'utf8'), folder, port, nodes));
  const server = spawn(
    nginx,
    ['-p', folder, '-c', path, '-e', join(folder, 'error.log'), '-g', 'daemon off;'],
    {
      stdio: 'ignore',
    },
  );
  stage.defer(() => endProcess(server, 'SIGTERM'));
  const url = `http://127.0.0.1:${port}`;
  const deadline = Date.now() + startWithinMs;
  for (;;) {
    const answer = await fetch(`${url}/health/live`).catch(() => null);
    await answer?.body?.cancel();
    if (answer?.ok) return { url };
    if (server.exitCode !== null || Date.now() > deadline)
      throw new Error(`nginx did not start:\n${readFileSync(join(folder, 'error.log'), 'utf8')}`);
    await wait(50);
  }
}

function configure(site: string, folder: string, port: number, nodes: { port: number }[]): string {
  const upstream = /^ *server app:3000 resolve( [^;]*;)$/m;
  const listen = 'listen 80;';
  if (!upstream.test(site) || !site.includes(listen))
    throw new Error('deploy/nginx.conf looks different now');
  const servers = (_whole: string, options: string) =>
    nodes.map((node) => `  server 127.0.0.1:${node.port}${options}`).join('\n');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `  ${kind}_temp_path ${join(folder, kind)};`)
    .join('\n');
  return `${process.getuid?.() === 0 ? 'user root;\n' : ''}pid ${join(folder, 'nginx.pid')};
worker_processes 1;
events { worker_connections 4096; }
http {
  access_log off;
${temporary}
${site.replace(upstream, servers).replace(listen, `listen 127.0.0.1:${port};`)}
}
`;
}
