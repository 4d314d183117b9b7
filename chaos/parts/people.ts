import { type Client, createClient } from '@parlance/client/client';
import { createCalls } from '@parlance/client/http';
import type { AuthResult } from '@parlance/contract/access';
import type { Stage } from './stage.ts';

export interface Person {
  userId: string;
  address: string;
  tokens: AuthResult;
}

const atOnce = 10;

/** Signs members up with codes that the node really sent to its development outbox. */
export async function signUp(url: string, count: number, prefix = 'person'): Promise<Person[]> {
  const calls = createCalls({ baseUrl: url });
  const addresses = Array.from({ length: count }, (_, nth) => `${prefix}${nth}@example.org`);
  const begun = await inParallel(addresses, atOnce, async (emailOrPhone) => {
    return calls.beginAccessVerification({ emailOrPhone, type: 'sign-up' });
  });
  const outbox = await fetch(`${url}/dev/outbox.json`);
  const sent = (await outbox.json()) as { to: string; text: string }[];
  const codes = new Map(
    sent.toReversed().map(({ to, text }) => [to, /\b(\d{6}|\d{10})\b/.exec(text)?.[1] ?? '']),
  );
  return inParallel(addresses, atOnce, async (address, nth) => {
    const { accessVerificationId = '' } = begun[nth] ?? {};
    const code = codes.get(address) ?? '';
    const { token } = await calls.completeAccessVerification({ accessVerificationId, code });
    const tokens = await calls.createUser({ email: address, token });
    return { userId: userIdOf(tokens), address, tokens };
  });
}

function userIdOf({ accessToken }: AuthResult): string {
  const claims = JSON.parse(Buffer.from(accessToken.split('.')[1] ?? '', 'base64url').toString());
  return claims.userId as string;
}

/** The real client of a member, connected to this address and closed at the end of the scenario. */
export async function enter(stage: Stage, { tokens }: Person, baseUrl: string): Promise<Client> {
  const client = createClient({ baseUrl, sockets: true });
  stage.defer(() => client.close());
  await client.session.signIn(tokens);
  await client.realtime.whenConnected();
  return client;
}

/** Maps with bounded concurrency. */
export async function inParallel<Item, Result>(
  items: Item[],
  limit: number,
  work: (item: Item, nth: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const waiting = items.entries();
  await Promise.all(
    Array.from({ length: limit }, async () => {
      for (const [nth, item] of waiting) results[nth] = await work(item, nth);
    }),
  );
  return results;
}
