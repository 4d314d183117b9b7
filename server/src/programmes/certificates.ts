import { createHmac, hkdfSync, randomInt } from 'node:crypto';
import {
  type Certificate,
  certificateAlphabet,
  certificateCodeLength,
  type issueCertificate as issueCertificateCall,
  type withdrawCertificate as withdrawCertificateCall,
} from '@parlance/contract/certificates';
import type { PayloadOf, ResultOf } from '@parlance/contract/endpoint';
import { ApiError } from '@parlance/contract/errors';
import { says } from '@parlance/contract/message';
import { programmeMax, programmeMessages } from '@parlance/contract/programme-limits';
import { seal, unseal } from '#access/access';
import { noteInAudit } from '#moderation/moderation';
import { dayAfter, localDay } from '#platform/local-time';
import { networkOf } from '#platform/network';
import type { Platform } from '#platform/platform';
import { refuseOver } from '#platform/rate-limit';
import type { Caller } from '#platform/serve';
import { hoursTotals } from './hour-totals.ts';
import { asCoordinator, asStudent, refuse } from './roles.ts';

const hourMs = 3_600_000;
const issuesAnHour = 10;
const looksAnHour = 30;

/** What is printed, sealed by the code. The programme lets its coordinators withdraw by the link after the erasure. */
type Facts = Omit<Certificate, 'status' | 'withdrawnAt'> & { programmeId: string };

/** The code is stored as this hash only. */
const hashOf = ({ secret }: Pick<Platform, 'secret'>, code: string): Buffer =>
  createHmac('sha256', secret).update(`certificate-code:${code}`).digest();

/** The key follows from the code, which is not stored: only the link opens the row. */
const keyOf = ({ secret }: Pick<Platform, 'secret'>, code: string): Buffer =>
  Buffer.from(hkdfSync('sha256', code, secret, 'certificate-facts', 32));

const newCode = (): string =>
  Array.from(
    { length: certificateCodeLength },
    () => certificateAlphabet[randomInt(certificateAlphabet.length)],
  ).join('');

/** Issues the certificate once the hours are reached; it replaces an earlier one of the programme. */
export async function issueCertificate(
  platform: Platform,
  caller: Caller,
  { programmeId, name, keepUntil }: { programmeId: string } & PayloadOf<typeof issueCertificateCall>,
): Promise<ResultOf<typeof issueCertificateCall>> {
  const { userId } = caller;
  const rule = { key: `certificate:${userId}`, limit: issuesAnHour, windowMs: hourMs };
  refuseOver(await platform.limits.take([rule]));
  const code = newCode();
  await platform.db.transaction().execute(async (tx) => {
    const programme = await asStudent(tx, caller, programmeId, 'locked');
    if (!['running', 'closed'].includes(programme.state)) throw refuse(programmeMessages.state);
    const { total } = (await hoursTotals(tx, programme, userId))(userId);
    if (total.countedMinutes < total.neededMinutes) throw refuse(programmeMessages.tooFewHours);
    const now = platform.clock.now();
    const today = localDay(now, programme.time_zone);
    refuseDay(keepUntil, today);
    const withdrawn = await tx
      .selectFrom('certificates')
      .select('withdrawn_at')
      .where('user_id', '=', userId)
      .where('programme_id', '=', programmeId)
      .forUpdate()
      .executeTakeFirst();
    // A new one would undo the withdrawal.
    if (withdrawn?.withdrawn_at) throw refuse(programmeMessages.state);
    const facts: Facts = {
      programmeId,
      name,
      programme: programme.name,
      office: programme.office,
      languages: total.languages,
      minutes: total.countedMinutes,
      termStartsOn: programme.term_starts_on,
      termEndsOn: programme.term_ends_on,
      issuedOn: today,
    };
    await tx
      .deleteFrom('certificates')
      .where('user_id', '=', userId)
      .where('programme_id', '=', programmeId)
      .execute();
    await tx
      .insertInto('certificates')
      .values({
        code_hash: hashOf(platform, code),
        sealed_facts: seal(keyOf(platform, code), JSON.stringify(facts)),
        user_id: userId,
        programme_id: programmeId,
        issued_at: now,
        keep_until: keepUntil ?? null,
      })
      .execute();
  });
  return { code, url: `${platform.config.publicUrl}/certificate/${code}` };
}

function refuseDay(keepUntil: string | undefined, today: string): void {
  if (keepUntil === undefined) return;
  const latest = dayAfter(today, programmeMax.keepYears * 366);
  if (keepUntil > today && keepUntil <= latest) return;
  const message = says('Must be within {years} years', { years: programmeMax.keepYears });
  throw new ApiError('RequestDataInvalid', { fields: { keepUntil: message } });
}

/** The printed content, for everybody with the code. Lookups are neither stored nor logged. */
export async function getCertificate(platform: Platform, code: string, ip: string): Promise<Certificate> {
  const rule = { key: `certificate-look:${networkOf(ip)}`, limit: looksAnHour, windowMs: hourMs };
  refuseOver(await platform.limits.take([rule]));
  const { facts, withdrawn_at } = await open(platform, code);
  const { programmeId: _, ...printed } = facts;
  return { ...printed, status: withdrawn_at ? 'withdrawn' : 'valid', withdrawnAt: withdrawn_at };
}

async function open(platform: Platform, code: string): Promise<{ facts: Facts; withdrawn_at: Date | null }> {
  const row = await platform.db
    .selectFrom('certificates')
    .select(['sealed_facts', 'withdrawn_at'])
    .where('code_hash', '=', hashOf(platform, code))
    .executeTakeFirst();
  const text = row ? unseal(keyOf(platform, code), row.sealed_facts) : null;
  if (!row || text === null) throw new ApiError('ResourceNotFound');
  return { facts: JSON.parse(text) as Facts, withdrawn_at: row.withdrawn_at };
}

export async function deleteCertificate(platform: Platform, { userId }: Caller, code: string): Promise<void> {
  const removed = await platform.db
    .deleteFrom('certificates')
    .where('code_hash', '=', hashOf(platform, code))
    .where('user_id', '=', userId)
    // A withdrawn one stays until its programme is erased: without its row a new one could be issued.
    .where((eb) => eb.or([eb('withdrawn_at', 'is', null), eb('programme_id', 'is', null)]))
    .returning('issued_at')
    .executeTakeFirst();
  if (!removed) throw new ApiError('ResourceNotFound');
}

/** Withdraws by the student, or by the code, which must be of this programme. */
export async function withdrawCertificate(
  platform: Platform,
  caller: Caller,
  { programmeId, userId, code, reason }: { programmeId: string } & PayloadOf<typeof withdrawCertificateCall>,
): Promise<void> {
  const programme = await asCoordinator(platform.db, caller, programmeId);
  const isErased = programme.state === 'erased';
  if (code !== undefined && (await open(platform, code)).facts.programmeId !== programmeId)
    throw new ApiError('ResourceNotFound');
  await platform.db.transaction().execute(async (tx) => {
    const now = platform.clock.now();
    const change = tx.updateTable('certificates').set((eb) => ({
      withdrawn_at: eb.fn.coalesce('withdrawn_at', eb.val(now)),
    }));
    const withdrawn = await (code === undefined
      ? change.where('user_id', '=', userId ?? '').where('programme_id', '=', programmeId)
      : change.where('code_hash', '=', hashOf(platform, code))
    )
      .returning('user_id')
      .executeTakeFirst();
    if (!withdrawn) throw new ApiError('ResourceNotFound');
    await noteInAudit(platform, tx, caller, {
      action: 'withdraw-certificate',
      programme_id: programmeId,
      // The audit outlives the erasure, which nothing that names a student may.
      user_id: isErased ? null : withdrawn.user_id,
      reason: isErased ? programme.name : reason,
    });
  });
}
