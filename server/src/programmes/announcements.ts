import type { PayloadOf } from '@parlance/contract/endpoint';
import { programmeMessages } from '@parlance/contract/programme-limits';
import type { mailStudents as mailStudentsCall } from '@parlance/contract/programme-students';
import { noteInAudit } from '#moderation/moderation';
import { newId } from '#platform/ids';
import { queueMails } from '#platform/mail-queue';
import type { Platform } from '#platform/platform';
import { refuseOver } from '#platform/rate-limit';
import type { Caller } from '#platform/serve';
import { csvOf } from './csv.ts';
import { asCoordinator, refuse } from './roles.ts';
import { readStudents } from './students.ts';

const dayMs = 24 * 3_600_000;
const mailsADay = 3;
const exportsAnHour = 20;

/** Mails students through the queue; their addresses stay on the server. */
export async function mailStudents(
  platform: Platform,
  caller: Caller,
  { programmeId, to, subject, text }: { programmeId: string } & PayloadOf<typeof mailStudentsCall>,
): Promise<{ count: number }> {
  const programme = await asCoordinator(platform.db, caller, programmeId);
  if (programme.state === 'erased') throw refuse(programmeMessages.state);
  const rule = { key: `programme-mail:${programmeId}`, limit: mailsADay, windowMs: dayMs };
  refuseOver(await platform.limits.take([rule]));
  const recipients = (await readStudents(platform, programme)).filter(
    ({ status, risks }) => to === 'all' || (to === 'unmatched' ? status !== 'paired' : risks.length > 0),
  );
  const messageId = newId(platform.clock);
  await platform.db.transaction().execute(async (tx) => {
    const { state } = await asCoordinator(tx, caller, programmeId, 'locked');
    if (state === 'erased') throw refuse(programmeMessages.state);
    await tx
      .insertInto('programme_messages')
      .values({
        message_id: messageId,
        programme_id: programmeId,
        user_id: caller.userId,
        recipients: to,
        subject: subject.replaceAll(/\s+/g, ' '),
        text,
        sent_at: platform.clock.now(),
      })
      .execute();
    await queueMails(
      tx,
      platform.clock,
      recipients.map(({ userId }) => ({ kind: 'programme-message', userId, subjectId: messageId })),
    );
  });
  return { count: recipients.length };
}

/** The table for the office. The audit records who exported it: the file is outside the erasure. */
export async function exportProgramme(
  platform: Platform,
  caller: Caller,
  programmeId: string,
): Promise<File> {
  const programme = await asCoordinator(platform.db, caller, programmeId);
  const rule = { key: `programme-export:${caller.userId}`, limit: exportsAnHour, windowMs: 3_600_000 };
  refuseOver(await platform.limits.take([rule]));
  const students = await readStudents(platform, programme);
  await platform.db
    .transaction()
    .execute((tx) =>
      noteInAudit(platform, tx, caller, { action: 'export-programme', reason: programme.name }),
    );
  return new File([csvOf(students)], 'programme.csv');
}
