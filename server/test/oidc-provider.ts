import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair } from 'jose';
import { afterTest } from '#test/after-test';

// oidc-provider has no types.
interface Provider {
  callback(): RequestListener;
  interactionDetails(
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<{ params: Record<string, string> }>;
  interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>;
  Grant: new (of: object) => { addOIDCScope(scopes: string): void; save(): Promise<string> };
}
const { Provider }: { Provider: new (issuer: string, configuration: object) => Provider } = createRequire(
  import.meta.url,
)('oidc-provider');

const clientId = 'parlance';
const clientSecret = 'a-secret-of-at-least-32-characters!';
export const publicUrl = 'http://localhost:3000';
const scopes = 'openid email profile affiliation';

/** In seconds. */
const lives = {
  Interaction: 600,
  Grant: 600,
  Session: 600,
  AuthorizationCode: 600,
  AccessToken: 600,
  IdToken: 600,
};

export type People = Record<string, Record<string, unknown>>;

interface Stored {
  grantId?: string;
  uid?: string;
  consumed?: number;
}

/** Keeps the state of one provider in memory; its own adapter warns about itself. */
function createMemory() {
  const kept = new Map<string, Stored>();
  return class Memory {
    readonly kind: string;
    constructor(kind: string) {
      this.kind = kind;
    }
    async upsert(id: string, stored: Stored) {
      kept.set(`${this.kind} ${id}`, stored);
    }
    async find(id: string) {
      return kept.get(`${this.kind} ${id}`);
    }
    async findByUid(uid: string) {
      return [...kept.values()].find((stored) => stored.uid === uid);
    }
    async consume(id: string) {
      Object.assign(kept.get(`${this.kind} ${id}`) ?? {}, { consumed: Date.now() / 1000 });
    }
    async destroy(id: string) {
      kept.delete(`${this.kind} ${id}`);
    }
    async revokeByGrantId(grantId: string) {
      for (const [key, stored] of kept) if (stored.grantId === grantId) kept.delete(key);
    }
  };
}

/** Made once in a process: a key of RSA takes longer than a test. */
let signingKey: Promise<object> | undefined;

async function createSigningKey(): Promise<object> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  return { ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig' };
}

/** An OpenID Connect provider on loopback. */
export interface TestProvider {
  issuer: string;
  env: Record<string, string>;
  /** Replaces the answer of paths, such as `/token`: what a faulty provider would send. */
  faults: Map<string, (response: ServerResponse) => void>;
  /** Requests so far by path. */
  asked: string[];
  /** Goes through the pages of the provider as a person does, and returns the query with which it leads back. */
  visit(url: string, person: string): Promise<Record<string, string>>;
  close(): Promise<void>;
}

export async function startProvider(people: People, ttl: Record<string, number> = {}): Promise<TestProvider> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  signingKey ??= createSigningKey();
  const key = await signingKey;
  const provider: Provider = new Provider(issuer, {
    adapter: createMemory(),
    jwks: { keys: [key] },
    clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: [`${publicUrl}/oidc`] }],
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      affiliation: ['eduperson_scoped_affiliation'],
    },
    scopes: scopes.split(' '),
    cookies: { keys: ['test'] },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_context: unknown, sub: string) => ({
      accountId: sub,
      claims: () => ({ sub, ...people[sub] }),
    }),
    async loadExistingGrant({ oidc }: { oidc: { session: { accountId: string } } }) {
      const grant = new provider.Grant({ clientId, accountId: oidc.session.accountId });
      grant.addOIDCScope(scopes);
      await grant.save();
      return grant;
    },
    ttl: { ...lives, ...ttl },
  });
  const answer = provider.callback();
  const faults: TestProvider['faults'] = new Map();
  const asked: string[] = [];
  const logIn = async (request: IncomingMessage, response: ServerResponse) => {
    const { params } = await provider.interactionDetails(request, response);
    const login = { accountId: params.login_hint };
    await provider.interactionFinished(request, response, { login });
  };
  server.on('request', (request, response) => {
    const path = request.url?.split('?')[0] ?? '';
    asked.push(path);
    const fault = faults.get(path);
    if (fault) return fault(response);
    if (path.startsWith('/interaction/')) return void logIn(request, response);
    answer(request, response);
  });
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  afterTest(async () => {
    if (server.listening) await close();
    return undefined;
  });
  return {
    issuer,
    env: {
      PUBLIC_URL: publicUrl,
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: clientId,
      OIDC_CLIENT_SECRET: clientSecret,
      OIDC_NAME: 'University of Example',
      OIDC_SCOPES: scopes,
    },
    faults,
    asked,
    visit: (url, person) => followPages(`${url}&login_hint=${person}`),
    close,
  };
}

async function followPages(url: string): Promise<Record<string, string>> {
  const cookies = new Map<string, string>();
  let target = url;
  for (let hops = 0; hops < 10; hops += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(target, { redirect: 'manual', headers: { cookie } });
    for (const header of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(header) ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get('location');
    if (location === null) throw new Error(`the provider answered ${response.status}`);
    target = new URL(location, target).href;
    if (target.startsWith(publicUrl)) return Object.fromEntries(new URL(target).searchParams);
  }
  throw new Error('the provider does not lead back');
}

/** Answers with JSON. */
export const sendJson =
  (body: unknown, status = 200) =>
  (response: ServerResponse): void => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
