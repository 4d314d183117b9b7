import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';

const root = join(import.meta.dirname, '..');
const read = (name: string): string => readFileSync(join(root, name), 'utf8');
const linesOf = (name: string): string[] => read(name).split('\n');

describe('the Dockerfile', () => {
  const copies = linesOf('Dockerfile')
    .filter((line) => line.startsWith('COPY '))
    .map((line) => line.split(/\s+/).slice(1));
  const copied = copies.filter(([first]) => !first?.startsWith('--')).flatMap((words) => words.slice(0, -1));

  test('copies only what is there and what .dockerignore leaves', () => {
    const ignored = linesOf('.dockerignore').filter((line) => line !== '' && !line.startsWith('**/'));
    expect(copied).not.toEqual([]);
    expect(copied.filter((path) => !existsSync(join(root, path)))).toEqual([]);
    expect(
      copied.filter((path) => ignored.some((name) => path === name || path.startsWith(`${name}/`))),
    ).toEqual([]);
  });

  // npm rejects the lock file when a workspace is missing.
  test('gives npm the manifest of every workspace', () => {
    const workspaces: string[] = JSON.parse(read('package.json')).workspaces;
    const manifests = copied.filter((path) => path.endsWith('/package.json'));
    expect(manifests.toSorted()).toEqual(workspaces.map((name) => `${name}/package.json`).toSorted());
  });

  test('takes from no stage that is not there', () => {
    const stages = linesOf('Dockerfile').flatMap((line) => /^FROM .* AS (\w+)$/.exec(line)?.[1] ?? []);
    const taken = copies.flatMap(([first]) => /^--from=(\w+)$/.exec(first ?? '')?.[1] ?? []);
    expect(taken).not.toEqual([]);
    expect(taken.filter((name) => !stages.includes(name))).toEqual([]);
  });

  // The image contains only packages and sources of these.
  test('starts a program that is there, and brings the workspaces that the server imports', () => {
    const program = /^CMD \["node", "([^"]+)"\]$/m.exec(read('Dockerfile'))?.[1] ?? '';
    expect(existsSync(join(root, program))).toBe(true);
    const { dependencies } = JSON.parse(read('server/package.json')) as {
      dependencies: Record<string, string>;
    };
    const ours = Object.keys(dependencies).filter((name) => name.startsWith('@parlance/'));
    for (const name of [...ours, '@parlance/server']) {
      expect(read('Dockerfile')).toContain(`--workspace=${name}`);
      expect(copied).toContain(name.replace('@parlance/', ''));
    }
  });
});

describe('compose.yaml', () => {
  test('mounts only files that are there', () => {
    const mounted = [...read('compose.yaml').matchAll(/- \.\/(\S+?):/g)].map(([, path = '']) => path);
    expect(mounted).not.toEqual([]);
    expect(mounted.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  interface Service {
    command?: string | string[];
    entrypoint?: string | string[];
    healthcheck?: { test: string | string[] };
    build?: { args: Record<string, string> };
    read_only?: boolean;
    tmpfs?: string[];
    cap_drop?: string[];
    cap_add?: string[];
    security_opt?: string[];
    mem_limit?: string;
    pids_limit?: number;
  }
  const { services } = parse(read('compose.yaml'), { merge: true }) as { services: Record<string, Service> };

  // Capabilities for the images' start scripts: nginx and Postgres start as root and switch the user; coturn's binary has the
  // capability for low ports and is not executed without it.
  const rights: Record<string, string[]> = {
    app: [],
    proxy: ['CHOWN', 'NET_BIND_SERVICE', 'SETGID', 'SETUID'],
    postgres: ['CHOWN', 'DAC_OVERRIDE', 'FOWNER', 'SETGID', 'SETUID'],
    redis: [],
    relay: ['NET_BIND_SERVICE'],
  };

  test.each(Object.entries(services))('confines %s', (name, service) => {
    expect(service.cap_drop).toEqual(['ALL']);
    expect((service.cap_add ?? []).toSorted()).toEqual(rights[name]);
    expect(service.security_opt).toContain('no-new-privileges:true');
    expect(service.read_only).toBe(true);
    expect(service.mem_limit).toMatch(/\d+[mg]\}?$/);
    expect(service.pids_limit).toBeGreaterThan(0);
    expect((service.tmpfs ?? []).filter((place) => !/:.*\bsize=\d+m\b/.test(place))).toEqual([]);
  });

  test.each(Object.entries(services))('gives %s no secret on a command line', (_name, service) => {
    const lines = [
      service.command,
      service.entrypoint,
      service.healthcheck?.test,
      Object.values(service.build?.args ?? {}),
    ];
    const secrets = lines
      .flat()
      .filter((text) => /SECRET|PASSWORD|TOKEN|_KEY|_URL|:\/\/[^/]*@/.test(text ?? ''));
    expect(secrets).toEqual([]);
  });

  test('hands every setting of .env.example on to the app, but for those that the image fixes or that are for trying out', () => {
    const fixed = ['PORT', 'HOST', 'DATA_DIR', 'NODE_ENV', 'TRIAL_MACHINE'];
    const forTrying = ['DEMO_DATA', 'RATE_LIMITS', 'PSEUDO_LOCALES', 'GOOGLE_JWKS_URL', 'GOOGLE_ISSUER'];
    const settings = [...read('.env.example').matchAll(/^#([A-Z][A-Z0-9_]+)=/gm)].map(
      ([, name = '']) => name,
    );
    const app = read('compose.yaml').split('\n  proxy:')[0] ?? '';
    const handed = [...app.matchAll(/^ {6}([A-Z][A-Z0-9_]+): /gm)].map(([, name = '']) => name);
    expect(handed.toSorted()).toEqual(
      settings.filter((name) => ![...fixed, ...forTrying].includes(name)).toSorted(),
    );
  });
});

describe('relay.sh', () => {
  const secret = 'the secret of this test';

  /** Runs the script with a stub of coturn that prints its arguments. */
  function run(env: Record<string, string>) {
    const folder = mkdtempSync(join(tmpdir(), 'parlance-relay-'));
    try {
      const program = join(folder, 'turnserver');
      writeFileSync(program, '#!/bin/sh\necho "$@"\nenv\n', { mode: 0o700 });
      const script = join(root, 'deploy/relay.sh');
      const { status, stdout } = spawnSync('sh', [script, join(root, 'deploy/turnserver.conf')], {
        env: { PATH: process.env.PATH ?? '', TMPDIR: folder, TURNSERVER: program, ...env },
        encoding: 'utf8',
      });
      const path = join(folder, 'turnserver.conf');
      if (status !== 0) return { status, stdout, settings: '', mode: 0 };
      return { status, stdout, settings: readFileSync(path, 'utf8'), mode: statSync(path).mode & 0o777 };
    } finally {
      rmSync(folder, { recursive: true });
    }
  }

  test('gives coturn its secret in a file of its own, not as an argument and not in the environment', () => {
    const { settings, stdout, mode } = run({ TURN_SECRET: secret, TURN_EXTERNAL_IP: '192.0.2.7' });
    expect(settings.split('\n')).toEqual(
      expect.arrayContaining([
        'use-auth-secret',
        `static-auth-secret=${secret}`,
        'realm=parlance',
        'external-ip=192.0.2.7',
        'allowed-peer-ip=127.0.0.1',
      ]),
    );
    expect(mode).toBe(0o600);
    expect(stdout).toContain('turnserver.conf');
    expect(stdout).not.toContain(secret);
  });

  test('refuses to start without a secret, which would open the relay', () => {
    expect(run({}).status).not.toBe(0);
    expect(run({ TURN_SECRET: '' }).status).not.toBe(0);
  });
});

test('the relay limits a member in a session and all of them together, within its ports', () => {
  const settings = read('deploy/turnserver.conf');
  const number = (name: string) => Number(new RegExp(`^${name}=(\\d+)$`, 'm').exec(settings)?.[1]);
  expect(number('user-quota')).toBeGreaterThan(0);
  expect(number('total-quota')).toBeGreaterThan(number('user-quota'));
  expect(number('total-quota')).toBeLessThanOrEqual(number('max-port') - number('min-port') + 1);
});

test('nginx passes on what the app has to refuse in its own words, and no body without an end', () => {
  const [, megabytes] = /^ *client_max_body_size (\d+)m;$/m.exec(read('deploy/nginx.conf')) ?? [];
  const photographMb = 12;
  expect(Number(megabytes)).toBeGreaterThan(2 * photographMb);
  expect(Number(megabytes)).toBeLessThanOrEqual(100);
});
