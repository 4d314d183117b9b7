import { type Calls, createCalls } from '@parlance/client/http';
import { createRealtime, type Realtime } from '@parlance/client/realtime';
import { type AccessVerificationType, type AuthResult, isEmail } from '@parlance/contract/access';
import type { LanguageCode } from '@parlance/contract/languages';
import { afterTest } from '#test/after-test';
import { startTestApp, type TestApp, type TestAppOptions } from '#test/app';
import { grantProof } from '#test/granted-proof';

/** A visitor with the real client's calls, on a separate network. */
export interface Visitor {
  calls: Calls;
  /** Sends a raw request that the client would never send. */
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Response>;
}

/** A signed-in member. Tokens are not renewed automatically, so that a test sees each refusal. */
export interface Persona extends Visitor {
  userId: string;
  userSessionId: string;
  address: string;
  tokens: AuthResult;
  /** Opens the real client's socket and waits for the connection. */
  connect(): Promise<Realtime>;
}

/** The initial profile; with all fields the member is listed in search. */
export interface PersonaProfile {
  name?: string;
  description?: string;
  speaks?: LanguageCode[];
  learns?: Partial<Record<LanguageCode, number>>;
}

export interface Community extends TestApp {
  visitor(options?: {
    ip?: string;
    userAgent?: string;
    acceptLanguage?: string;
    app?: { url: string };
  }): Visitor;
  /** Signs up as if a code had been confirmed. */
  signUp(address: string, profile?: PersonaProfile): Promise<Persona>;
  /** Signs in on another device. */
  signIn(address: string): Promise<Persona>;
  withTokens(tokens: AuthResult, address?: string): Persona;
  /** Returns the same member and session on another node. */
  on(node: { url: string }, persona: Persona): Persona;
  /** Returns the newest code sent to the address. */
  codeFor(address: string): string;
  /** Requests, reads and confirms a code; returns the proof. */
  prove(visitor: Visitor, address: string, type?: AccessVerificationType): Promise<string>;
}

export async function startCommunity(options: TestAppOptions = {}): Promise<Community> {
  const app = await startTestApp(options);
  let visitors = 0;

  const visitor: Community['visitor'] = ({
    ip = networkAddress(visitors++),
    userAgent = 'Tests',
    acceptLanguage = '',
    app: node = app,
  } = {}) =>
    createVisitor(
      node.url,
      { 'x-forwarded-for': ip, 'user-agent': userAgent, 'accept-language': acceptLanguage },
      null,
    );

  const codeFor = (address: string): string => {
    const entry = app.sent().find(({ to, text }) => to === address && /\b(\d{6}|\d{10})\b/.test(text));
    const code = entry && /\b(\d{6}|\d{10})\b/.exec(entry.text)?.[1];
    if (!code) throw new Error('no code was sent to this address');
    return code;
  };

  const prove: Community['prove'] = async ({ calls }, address, type = 'sign-in') => {
    const { accessVerificationId } = await calls.beginAccessVerification({ emailOrPhone: address, type });
    return (await calls.completeAccessVerification({ accessVerificationId, code: codeFor(address) })).token;
  };

  const enter = async (address: string, isNew: boolean): Promise<Persona> => {
    const guest = visitor();
    const token = await grantProof(app.platform, address);
    const proof = isEmail(address) ? { email: address, token } : { phone: address, token };
    return persona(app.url, address, await guest.calls[isNew ? 'createUser' : 'authenticate'](proof));
  };

  return {
    ...app,
    visitor,
    codeFor,
    prove,
    signIn: (address) => enter(address, false),
    async signUp(address, profile = {}) {
      const somebody = await enter(address, true);
      await introduce(somebody, profile);
      return somebody;
    },
    withTokens: (tokens, address = '') => persona(app.url, address, tokens),
    on: ({ url }, { address, tokens }) => persona(url, address, tokens),
  };
}

// One network per visitor, so that limits of one do not affect a whole test; tests of the limits set theirs.
const networkAddress = (index: number): string => `198.${18 + (index >> 8)}.${index & 255}.7`;

function createVisitor(url: string, own: Record<string, string>, accessToken: string | null): Visitor {
  const headersOf = (given: RequestInit['headers']) => ({
    ...own,
    ...Object.fromEntries(new Headers(given)),
  });
  const fetchAs: typeof fetch = (input, init = {}) =>
    fetch(input, { ...init, headers: headersOf(init.headers) });
  return {
    calls: createCalls({ baseUrl: url, fetch: fetchAs, getAccessToken: () => accessToken }),
    send: (method, path, body, headers = {}) =>
      fetchAs(`${url}${path}`, {
        method,
        headers: {
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(accessToken === null ? {} : { authorization: `Bearer ${accessToken}` }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
  };
}

/** Decodes the claims of a token without verification. */
export function claimsOf(token: string): Record<string, unknown> {
  const [, payload = ''] = token.split('.');
  return JSON.parse(Buffer.from(payload, 'base64url').toString());
}

function persona(url: string, address: string, tokens: AuthResult): Persona {
  const { userId, userSessionId } = claimsOf(tokens.accessToken) as { userId: string; userSessionId: string };
  return {
    ...createVisitor(url, {}, tokens.accessToken),
    userId,
    userSessionId,
    address,
    tokens,
    async connect() {
      const realtime = createRealtime({
        baseUrl: url,
        sockets: true,
        tokens: {
          getAccessToken: () => tokens.accessToken,
          subscribe: () => () => undefined,
          onRefused: async () => null,
        },
      });
      afterTest(async () => {
        realtime.close();
        return undefined;
      });
      await realtime.whenConnected();
      return realtime;
    },
  };
}

async function introduce(
  { calls }: Persona,
  { name, description, speaks = [], learns = {} }: PersonaProfile,
) {
  if (name !== undefined || description !== undefined) await calls.updateUser({ name, description });
  for (const languageCode of speaks)
    await calls.createLanguage({ languageCode, target: false, proficiency: 1 });
  for (const [languageCode, proficiency] of Object.entries(learns) as [LanguageCode, number][]) {
    await calls.createLanguage({ languageCode, target: true, proficiency });
  }
}
