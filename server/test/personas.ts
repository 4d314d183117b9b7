import { type Calls, createCalls } from '@parlance/client/http';
import { createRealtime, type Realtime } from '@parlance/client/realtime';
import { type AccessVerificationType, type AuthResult, isEmail } from '@parlance/contract/access';
import type { LanguageCode } from '@parlance/contract/languages';
import { afterTest } from '#test/after-test';
import { startTestApp, type TestApp, type TestAppOptions } from '#test/app';

/** Somebody in front of the product: the real client's calls, from a network of their own. */
export interface Visitor {
  calls: Calls;
  /** A call as it travels, for what the client would never send. */
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Response>;
}

/** Somebody signed in. Tokens are not renewed by themselves, so that a test sees each refusal. */
export interface Persona extends Visitor {
  userId: string;
  userSessionId: string;
  address: string;
  tokens: AuthResult;
  /** Opens the real client's socket and waits until it stands. */
  connect(): Promise<Realtime>;
}

/** What a persona tells about themselves at the start; with all of it they are found by search. */
export interface PersonaProfile {
  name?: string;
  description?: string;
  speaks?: LanguageCode[];
  learns?: Partial<Record<LanguageCode, number>>;
}

/** The test application with people. */
export interface Community extends TestApp {
  visitor(options?: {
    ip?: string;
    userAgent?: string;
    acceptLanguage?: string;
    app?: { url: string };
  }): Visitor;
  /** Signs up with a code that was really sent. */
  signUp(address: string, profile?: PersonaProfile): Promise<Persona>;
  /** Signs in on another device. */
  signIn(address: string): Promise<Persona>;
  /** Whoever holds these tokens. */
  withTokens(tokens: AuthResult, address?: string): Persona;
  /** The same person and session as another node sees them. */
  on(node: { url: string }, persona: Persona): Persona;
  /** The newest code that was sent to the address. */
  codeFor(address: string): string;
  /** Asks for a code, reads it and confirms it; answers the proof. */
  prove(visitor: Visitor, address: string, type?: AccessVerificationType): Promise<string>;
}

/** Starts the application for people to use. */
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
    const token = await prove(guest, address, isNew ? 'sign-up' : 'sign-in');
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

// One network a visitor, so that the limits on one do not stop a whole test; tests of the limits say theirs.
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

/** The claims of a token, unchecked. */
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
