import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { bookSlots, callsOf } from '#parts/bookings';
import { startMailServer } from '#parts/mail-server';
import { nodeEnvironment, startNode } from '#parts/node';
import { type Person, signUp } from '#parts/people';
import { startPostgres } from '#parts/postgres';
import { onStage } from '#parts/stage';
import { type Scenario, until } from './scenario.ts';

const bookings = { before: 3, during: 12 };
const lostMail = join(import.meta.dirname, '../sabotage/lost-mail.preload.ts');

/** The mail server is down during bookings: every mail arrives exactly once after its return. */
export const mailDown: Scenario = {
  name: 'mail-down',
  sabotages: { 'a failed mail counts as sent': 'lost' },
  run: ({ sabotage, say }) =>
    onStage(async (stage) => {
      const postgres = await startPostgres(stage);
      const env = nodeEnvironment({ databaseUrl: postgres.url, dataDir: join(stage.folder, 'data') });
      const [owner, ...bookers] = await meet(env, stage);
      const mailServer = await startMailServer(stage);
      const node = await startNode(stage, {
        env: { ...env, SMTP_URL: mailServer.url, MAIL_FROM: 'parlance@example.org' },
        preload: sabotage === null ? undefined : lostMail,
      });
      const host = { calls: callsOf(owner, node.url), person: owner };
      const guests = bookers.map((booker) => ({ calls: callsOf(booker, node.url) }));
      const { received } = mailServer;

      await bookSlots(host, guests, { count: bookings.before, firstNth: 0 });
      // Measures the number of mails per booking, which must be the same with and without the outage.
      await until(() => received.length > 0, { withinMs: 30_000 });
      await settle(() => received.length);
      const perBooking = received.length / bookings.before;
      mailServer.goAway();
      await bookSlots(host, guests, { count: bookings.during, firstNth: bookings.before });
      await until(() => mailServer.refused() >= 2, { withinMs: 30_000 });
      const during = received.length;
      say(`away: ${mailServer.refused()} attempts refused`);
      mailServer.comeBack();

      const expected = perBooking * (bookings.before + bookings.during);
      const backAt = Date.now();
      await until(() => received.length >= expected, { withinMs: sabotage === null ? 120_000 : 40_000 });
      const tookMs = Date.now() - backAt;
      await settle(() => received.length);

      const ids = received.map(({ messageId }) => messageId);
      const doubled = ids.length - new Set(ids).size;
      const { rows } = await postgres.pool.query<{ waiting: string }>(
        'SELECT count(*) AS waiting FROM waiting_mails WHERE due_at < now()',
      );
      const broken = [
        ...(received.length - doubled < expected
          ? [`lost: ${expected - received.length + doubled} of ${expected} mails did not arrive`]
          : []),
        ...(doubled > 0 ? [`doubled: ${doubled} mails arrived twice`] : []),
        ...(received.length - doubled > expected
          ? [`invented: ${received.length - expected} mails too many`]
          : []),
        ...(Number(rows[0]?.waiting) > 0 ? [`stuck: ${rows[0]?.waiting} mails wait although due`] : []),
        ...(during > perBooking * bookings.before
          ? ['no trouble: mails arrived while the server was away']
          : []),
        ...node.surprises,
      ];
      const figures =
        `${bookings.during} bookings while mail was away, ${mailServer.refused()} attempts refused, ` +
        `${received.length} of ${expected} mails, the last ${(tookMs / 1000).toFixed(0)} s after it was back`;
      return { broken, figures };
    }),
};

/** One member and one more per booking. Their codes come from the development outbox, so sign-up needs no mail server. */
async function meet(
  env: Record<string, string>,
  stage: Parameters<typeof startNode>[0],
): Promise<[Person, ...Person[]]> {
  const node = await startNode(stage, { env });
  const people = await signUp(node.url, 1 + bookings.before + bookings.during);
  await node.stop();
  return people as [Person, ...Person[]];
}

/** Waits until a number is stable for a few seconds. */
async function settle(look: () => number): Promise<void> {
  let last = -1;
  while (last !== look()) {
    last = look();
    await wait(5000);
  }
}
