import { randomBytes, randomInt } from 'node:crypto';
import { type beginAccessVerification, isPhone } from '@parlance/contract/access';
import type { PayloadOf } from '@parlance/contract/endpoint';
import { ApiError } from '@parlance/contract/errors';
import { uuid } from '@parlance/contract/text';
import { word } from '@parlance/words/word';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { newId } from '#platform/ids';
import { networkOf } from '#platform/network';
import type { Platform } from '#platform/platform';
import { wordsFor } from '#platform/reader-words';
import type { Call } from '#platform/serve';
import { takeFromLimits } from './code-limits.ts';
import { readDeletionProof, refuseDeletionBy } from './deletion-proof.ts';
import { keyedHash } from './keyed-hash.ts';
import { sendCodeByMail, sendCodeBySms } from './mails.ts';

const minuteMs = 60_000;
const codeLifeMinutes = 10;
const proofLifeMs = 10 * minuteMs;
const resendAfterMs = minuteMs;
const attemptsMax = 5;
const liveCodesMax = 3;
/** Includes expired codes, to report the expiry. */
const comparedCodesMax = 10;
const codeDigits = { short: 6, long: 10 };
const wrongGuesses = { threshold: 10, withinHours: 24 };

type Begin = PayloadOf<typeof beginAccessVerification>;
/** The request's origin, for the limits, and its language. */
type Asker = Pick<Call<typeof beginAccessVerification>, 'caller' | 'ip' | 'acceptLanguage'>;

/** Sends a code. Sign-in and sign-up skip the account lookup, so neither the response nor its timing reveals whether an account exists. */
export async function beginVerification(platform: Platform, asker: Asker, begin: Begin) {
  const { caller, ip } = asker;
  const { emailOrPhone, type } = begin;
  refuseUnreachable(platform, begin);
  if (type === 'delete-user') {
    if (!caller) throw new ApiError('NotSignedIn');
    refuseDeletionBy(await readDeletionProof(platform, caller.userId), emailOrPhone);
  }
  if (type === 'add-passkey') {
    if (!caller) throw new ApiError('NotSignedIn');
    const { own } = await readDeletionProof(platform, caller.userId);
    if (!own.includes(emailOrPhone)) throw new ApiError('NotAllowed');
  }
  await takeFromLimits(platform, emailOrPhone, ip);

  const now = platform.clock.now();
  const accessVerificationId = newId(platform.clock);
  const expiresAt = new Date(now.getTime() + codeLifeMinutes * minuteMs);
  const userId = caller?.userId ?? null;
  const identifierHash = keyedHash(platform, 'identifier', emailOrPhone);
  const flowHash = keyedHash(platform, 'flow', `${type}|${userId}|${networkOf(ip)}|${emailOrPhone}`);
  const code = await platform.db.transaction().execute(async (tx) => {
    // The advisory lock serializes requests for one address, which otherwise exceed the maximum of live codes.
    const { rows } = await sql<{ has_long_codes: boolean | null }>`
      SELECT pg_advisory_xact_lock(hashtextextended(encode(${identifierHash}::bytea, 'hex'), 0)),
        (SELECT has_long_codes FROM code_guesses WHERE identifier_hash = ${identifierHash}) AS has_long_codes`.execute(
      tx,
    );
    const digits = rows[0]?.has_long_codes ? codeDigits.long : codeDigits.short;
    const made = randomInt(10 ** digits)
      .toString()
      .padStart(digits, '0');
    await sql`
      WITH ended AS (
        DELETE FROM access_verifications WHERE access_verification_id IN (
          SELECT access_verification_id FROM access_verifications
          WHERE identifier_hash = ${identifierHash} AND user_id IS NOT DISTINCT FROM ${userId}::uuid
            AND completed_at IS NULL AND expires_at > ${now}
          ORDER BY created_at DESC, access_verification_id DESC OFFSET ${liveCodesMax - 1}
        )
      )
      INSERT INTO access_verifications
        (access_verification_id, type, identifier_hash, flow_hash, user_id, code_hash, created_at, expires_at)
      VALUES (${accessVerificationId}, ${type}, ${identifierHash}, ${flowHash}, ${userId},
        ${codeHash(platform, accessVerificationId, made)}, ${now}, ${expiresAt})`.execute(tx);
    return made;
  });

  const send = isPhone(emailOrPhone) ? sendCodeBySms : sendCodeByMail;
  const words = wordsFor(platform, null, asker.acceptLanguage);
  send(platform, { to: emailOrPhone, code, type, lifeMinutes: codeLifeMinutes, words });
  return { accessVerificationId, expiresAt, resendableAt: new Date(now.getTime() + resendAfterMs) };
}

/**
 * Confirms a code and returns the proof. Any live code of the flow is accepted, because mails can arrive late. Each guess counts
 * against every code it is compared with. One statement counts, compares and completes, so guesses cannot race.
 */
export async function completeVerification(platform: Platform, accessVerificationId: string, code: string) {
  if (!z.safeParse(uuid, accessVerificationId).success) throw new ApiError('AccessVerificationCodeInvalid');
  const now = platform.clock.now();
  const token = randomBytes(32).toString('base64url');
  const flow = await codesOfFlow(platform, accessVerificationId);
  const typed = flow.map(({ id }) => codeHash(platform, id, code));
  // An expired but correct code is not counted as a guess.
  if (flow.some(({ code_hash, expires_at }, index) => expires_at <= now && typed[index]?.equals(code_hash)))
    throw new ApiError('AccessVerificationCodeExpired');
  const { rows } = await sql<{ is_right: boolean }>`
    WITH live AS (
      SELECT access_verification_id AS id, identifier_hash, code_hash = typed.hash AS is_right
      FROM access_verifications
      JOIN unnest(${flow.map(({ id }) => id)}::uuid[], ${typed}::bytea[]) AS typed (id, hash)
        ON access_verification_id = typed.id
      WHERE completed_at IS NULL AND expires_at > ${now} AND attempts < ${attemptsMax}
      -- One order of locking, so that guesses for two ids of a flow never wait for each other in a circle.
      ORDER BY access_verification_id FOR UPDATE OF access_verifications
    ), guess AS (
      SELECT identifier_hash, bool_or(is_right) AS is_right FROM live
      GROUP BY identifier_hash HAVING bool_or(id = ${accessVerificationId})
    ), used AS (
      DELETE FROM access_verifications USING live, guess
      WHERE access_verification_id = live.id AND live.is_right AND live.id <> ${accessVerificationId}
    ), completed AS (
      UPDATE access_verifications SET
        completed_at = ${now}, token_hash = ${keyedHash(platform, 'proof', token)},
        token_expires_at = ${new Date(now.getTime() + proofLifeMs)}
      FROM guess WHERE is_right AND access_verification_id = ${accessVerificationId}
    ), attempted AS (
      UPDATE access_verifications SET attempts = attempts + 1
      FROM live, guess WHERE NOT guess.is_right AND access_verification_id = live.id
    ), counted AS (
      SELECT count_wrong_guess(identifier_hash, ${now}, ${wrongGuesses.threshold},
        make_interval(hours => ${wrongGuesses.withinHours})) FROM guess WHERE NOT is_right
    ), cleared AS (
      DELETE FROM code_guesses USING guess
      WHERE code_guesses.identifier_hash = guess.identifier_hash AND is_right
    )
    SELECT is_right, (SELECT count(*) FROM counted) FROM guess`.execute(platform.db);
  const guess = rows[0];
  if (guess?.is_right) return { token };
  if (guess) throw new ApiError('AccessVerificationCodeInvalid');
  throw await whyNot(platform, accessVerificationId);
}

/** Returns the codes of the same flow, this one included, newest first. */
async function codesOfFlow({ db }: Platform, accessVerificationId: string) {
  return db
    .selectFrom('access_verifications as named')
    .innerJoin('access_verifications as code', (join) =>
      join
        .onRef('code.identifier_hash', '=', 'named.identifier_hash')
        .onRef('code.flow_hash', 'is not distinct from', 'named.flow_hash'),
    )
    .select(['code.access_verification_id as id', 'code.code_hash', 'code.expires_at'])
    .where('named.access_verification_id', '=', accessVerificationId)
    .where('code.completed_at', 'is', null)
    .orderBy('code.created_at', 'desc')
    .limit(comparedCodesMax)
    .execute();
}

async function whyNot(platform: Platform, accessVerificationId: string): Promise<ApiError> {
  const row = await platform.db
    .selectFrom('access_verifications')
    .select(['completed_at', 'expires_at'])
    .where('access_verification_id', '=', accessVerificationId)
    .executeTakeFirst();
  if (!row) return new ApiError('AccessVerificationCodeInvalid');
  if (row.completed_at) return new ApiError('AccessVerificationAlreadyCompleted');
  if (row.expires_at <= platform.clock.now()) return new ApiError('AccessVerificationCodeExpired');
  return new ApiError('AccessVerificationAttemptsExceeded');
}

// The id is part of the hash, so equal codes of two accounts have different hashes.
function codeHash(platform: Platform, accessVerificationId: string, code: string): Buffer {
  return keyedHash(platform, 'code', `${accessVerificationId}:${code}`);
}

function refuseUnreachable(platform: Platform, { emailOrPhone, type }: Begin): void {
  const isNumber = isPhone(emailOrPhone);
  const refuse = (message: string) =>
    new ApiError('RequestDataInvalid', { fields: { emailOrPhone: message } });
  if (type === 'update-email' && isNumber) throw refuse('Please enter a valid email address');
  if (type === 'update-phone' && !isNumber) throw refuse('Please enter a valid phone number');
  if (isNumber && platform.sms === null) throw refuse(word('Codes cannot be sent to phone numbers here'));
  const { countries } = platform.config.sms;
  if (isNumber && countries && !countries.some((prefix) => emailOrPhone.startsWith(prefix)))
    throw refuse(word('Codes cannot be sent to phone numbers of this country'));
}
