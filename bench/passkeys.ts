import { generateKeyPairSync, randomBytes, sign, verify } from 'node:crypto';
import { signIn } from '@parlance/server/access/access';
import { addPasskey, beginPasskey } from '@parlance/server/access/passkey-additions';
import { beginSignIn, provePasskey } from '@parlance/server/access/passkey-sign-in';
import { startSession } from '@parlance/server/access/sessions';
import type { Platform } from '@parlance/server/platform/platform';
import { createDevice, type Device } from '@parlance/server/test/authenticator';
import { insertPeople } from '@parlance/server/test/booking-proof';
import { calmRounds, secondsOfProgram } from './calm.ts';
import { inMs, median, type Part } from './figures.ts';
import { withApp } from './servers.ts';

const goalMs = 2;
const ip = '192.0.2.1';
const callsAtOnce = 8;

/** CPU time of a sign-in with a passkey, called inside the program as the routes do. */
export function measurePasskeys({ isQuick }: { isQuick: boolean }): Promise<Part> {
  const [count, rounds] = isQuick ? [100, 2] : [500, 5];
  return withApp(async (platform) => {
    const device = await addedDevice(platform);
    const round = async () => {
      const begins = await cpuOf(count, () => beginSignIn(platform));
      const entries = begins.results.map(({ challengeToken, options }) => ({
        challengeToken,
        credential: device.assert(options),
      }));
      const [first] = entries;
      if (!first) throw new Error('no sign-in');
      const bare = await cpuOf(count, bareVerification);
      const nextOf = (given: Iterator<typeof first>) => given.next().value ?? first;
      const proving = entries.values();
      const proofs = await cpuOf(count, () => provePasskey(platform, nextOf(proving), ip));
      const before = secondsOfProgram('postgres');
      const signing = entries.values();
      const signIns = await cpuOf(count, () =>
        signIn(platform, { passkey: nextOf(signing), userAgent: 'bench', ip }),
      );
      const postgres = ((secondsOfProgram('postgres') - before) * 1000) / count;
      return { bare: bare.ms, proof: begins.ms + proofs.ms, whole: begins.ms + signIns.ms, postgres };
    };
    await round();
    const { kept, note } = await calmRounds(rounds, round);
    const middle = (name: 'bare' | 'proof' | 'whole' | 'postgres') => median(kept.map((each) => each[name]));
    return {
      rows: [
        {
          what: 'passkey: CPU time of challenge, look-up and verification, beside the verification of a signature by node:crypto',
          bare: inMs(middle('bare')),
          ours: inMs(middle('proof')),
          goal: `≤ ${goalMs} ms`,
          isHeld: middle('proof') <= goalMs,
        },
        { what: '… of the whole sign-in, with the session and its tokens', ours: inMs(middle('whole')) },
      ],
      notes: [
        `Passkeys: ${count} sign-ins, ${callsAtOnce} at a time, without HTTP, in the process of the server. Postgres takes ${inMs(middle('postgres'))} for a sign-in beside it. ` +
          note,
      ],
    };
  });
}

async function addedDevice(platform: Platform): Promise<Device> {
  const [person] = await insertPeople(platform, 1);
  if (!person) throw new Error('nobody was inserted');
  const { userId } = person;
  await platform.db.transaction().execute((tx) => startSession(platform, tx, { userId, userAgent: 'bench' }));
  const session = await platform.db
    .selectFrom('user_sessions')
    .select('user_session_id')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  const caller = { ...person, userSessionId: session.user_session_id };
  const device = createDevice({ origin: new URL(platform.config.publicUrl).origin });
  const { challengeToken, options } = await beginPasskey(platform, caller);
  await addPasskey(platform, caller, {
    challengeToken,
    name: 'Laptop',
    credential: device.register(options),
  });
  return device;
}

const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const signed = randomBytes(69);
const signature = sign('sha256', signed, privateKey);
const bareVerification = async () => verify('sha256', signed, publicKey, signature);

/** CPU time of one of the calls. Several are under way, as in a busy server: alone each would wake idle threads again and again. */
async function cpuOf<Result>(count: number, call: () => Promise<Result>) {
  const results: Result[] = [];
  const before = process.cpuUsage();
  let begun = 0;
  const lane = async () => {
    while (begun < count) {
      begun += 1;
      results.push(await call());
    }
  };
  await Promise.all(Array.from({ length: callsAtOnce }, lane));
  const { user, system } = process.cpuUsage(before);
  return { ms: (user + system) / 1000 / count, results };
}
