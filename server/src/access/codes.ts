import { randomBytes, randomInt } from 'node:crypto';
import { type AccessVerificationType, isPhone } from '@parlance/contract/access';
import { ApiError } from '@parlance/contract/errors';
import { uuid } from '@parlance/contract/text';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { newId } from '#platform/ids';
import { networkOf } from '#platform/network';
import type { Platform } from '#platform/platform';
import type { Caller } from '#platform/serve';
import { keyedHash } from './keyed-hash.ts';
import { sendCodeByMail, sendCodeBySms } from './mails.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const codeLifeMinutes = 10;
const proofLifeMs = 10 * minuteMs;
const resendAfterMs = minuteMs;
const attemptsMax = 5;
const liveCodesMax = 3;
const codeDigits = { short: 6, long: 10 };
const wrongGuesses = { threshold: 10, withinHours: 24 };

interface Begin {
  emailOrPhone: string;
  type: AccessVerificationType;
}

/**
 * Sends a code. Whether there is an account is not even looked up for sign-in and sign-up, so neither the answer nor its
 * time can tell.
 */
export async function beginVerification(platform: Platform, caller: Caller | null, begin: Begin, ip: string) {
  const { emailOrPhone, type } = begin;
  refuseUnreachable(platform, begin);
  if (type === 'delete-user') await refuseForeignAddress(platform, caller, emailOrPhone);
  await takeFromLimits(platform, emailOrPhone, networkOf(ip));

  const now = platform.clock.now();
  const accessVerificationId = newId(platform.clock);
  const expiresAt = new Date(now.getTime() + codeLifeMinutes * minuteMs);
  const userId = caller?.userId ?? null;
  const identifierHash = keyedHash(platform, 'identifier', emailOrPhone);
  const code = await platform.db.transaction().execute(async (tx) => {
    // The lock keeps two requests for one address from each leaving the other's code alive beside two more.
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
        (access_verification_id, type, identifier_hash, user_id, code_hash, created_at, expires_at)
      VALUES (${accessVerificationId}, ${type}, ${identifierHash}, ${userId},
        ${codeHash(platform, accessVerificationId, made)}, ${now}, ${expiresAt})`.execute(tx);
    return made;
  });

  const send = isPhone(emailOrPhone) ? sendCodeBySms : sendCodeByMail;
  send(platform, { to: emailOrPhone, code, type, lifeMinutes: codeLifeMinutes });
  return { accessVerificationId, expiresAt, resendableAt: new Date(now.getTime() + resendAfterMs) };
}

/** Confirms a code and answers the proof. Counting, comparing and completing are one statement, so no two guesses race. */
export async function completeVerification(platform: Platform, accessVerificationId: string, code: string) {
  if (!z.safeParse(uuid, accessVerificationId).success) throw new ApiError('AccessVerificationCodeInvalid');
  const now = platform.clock.now();
  const token = randomBytes(32).toString('base64url');
  const { rows } = await sql<{ is_right: boolean }>`
    WITH guess AS (
      UPDATE access_verifications SET
        attempts = attempts + 1,
        completed_at = CASE WHEN is_right THEN ${now}::timestamptz END,
        token_hash = CASE WHEN is_right THEN ${keyedHash(platform, 'proof', token)}::bytea END,
        token_expires_at = CASE WHEN is_right THEN ${new Date(now.getTime() + proofLifeMs)}::timestamptz END
      FROM (
        SELECT access_verification_id AS id, code_hash = ${codeHash(platform, accessVerificationId, code)} AS is_right
        FROM access_verifications WHERE access_verification_id = ${accessVerificationId}
      ) AS typed
      WHERE access_verification_id = typed.id
        AND completed_at IS NULL AND expires_at > ${now} AND attempts < ${attemptsMax}
      RETURNING identifier_hash, is_right
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

// The id is part of the hash, so equal codes of two people do not look equal.
function codeHash(platform: Platform, accessVerificationId: string, code: string): Buffer {
  return keyedHash(platform, 'code', `${accessVerificationId}:${code}`);
}

function refuseUnreachable(platform: Platform, { emailOrPhone, type }: Begin): void {
  const isNumber = isPhone(emailOrPhone);
  const refuse = (message: string) =>
    new ApiError('RequestDataInvalid', { fields: { emailOrPhone: message } });
  if (type === 'update-email' && isNumber) throw refuse('Please enter a valid email address');
  if (type === 'update-phone' && !isNumber) throw refuse('Please enter a valid phone number');
  if (isNumber && platform.sms === null) throw refuse('Codes cannot be sent to phone numbers here');
}

async function refuseForeignAddress(
  platform: Platform,
  caller: Caller | null,
  address: string,
): Promise<void> {
  const own = await platform.db
    .selectFrom('users')
    .select(['email', 'phone'])
    .where('user_id', '=', caller?.userId ?? null)
    .executeTakeFirst();
  if (own?.email !== address && own?.phone !== address) throw new ApiError('NotAllowed');
}

async function takeFromLimits(platform: Platform, address: string, network: string): Promise<void> {
  const taken = await platform.limits.take([
    { key: `code:${address}|${network}`, limit: 1, windowMs: minuteMs },
    { key: `code:${address}|${network}`, limit: 5, windowMs: hourMs },
    { key: `code:${address}`, limit: 15, windowMs: hourMs },
    { key: `code-network:${network}`, limit: 30, windowMs: hourMs },
  ]);
  if (!taken.ok) throw new ApiError('AccessVerificationBeginRateLimit', { timeout: taken.retryAfterSeconds });
}
