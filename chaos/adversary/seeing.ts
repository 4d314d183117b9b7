import { moving, reactions, seeing } from './behaviour.ts';
import { delay } from './dice.ts';
import { comeBackAsAnother } from './hostile.ts';
import type { Contact, Run } from './run.ts';
import { attempt, goOn } from './writing.ts';

const keyOf = ({ from, to }: Contact): string => `${from.key}>${to.key}`;

const pairOf = (fromUserId: string, toUserId: string): string => `${fromUserId} ${toUserId}`;

/** Reads where the messages of this hour arrived, and plans when their recipients see them. */
export async function placeSent(run: Run): Promise<void> {
  const sent = run.sent.splice(0);
  if (sent.length === 0) return;
  const { rows } = await run.world.pool.query<{ id: string; why: string }>(
    `SELECT m.chat_message_id AS id, seat.request_why AS why FROM chat_messages AS m
     JOIN conversation_members AS seat ON seat.user_id = m.to_user_id AND seat.partner_user_id = m.from_user_id
     WHERE m.chat_message_id = ANY ($1::uuid[]) AND seat.is_request`,
    [sent.map(({ chatMessageId }) => chatMessageId)],
  );
  const whys = new Map(rows.map(({ id, why }) => [id, why]));
  for (const contact of sent) {
    const { from, to, isHostile } = contact;
    const why = whys.get(contact.chatMessageId);
    if (why !== undefined) Object.assign(contact, { place: 'request', why });
    if (why === 'volume') run.waiting.set(pairOf(from.userId, to.userId), contact);
    run.contacts.push(contact);
    if (from.kind !== 'ring' || isHostile) planSeeing(run, contact);
  }
}

/** Requests of volume that the jobs of this hour have promoted. */
export async function placePromoted(run: Run): Promise<void> {
  if (run.waiting.size === 0) return;
  const { rows } = await run.world.pool.query<{ from_id: string; to_id: string }>(
    `SELECT started_by_user_id AS from_id,
       CASE started_by_user_id WHEN low_user_id THEN high_user_id ELSE low_user_id END AS to_id
     FROM conversations WHERE notified_at = $1 AND created_at < $1`,
    [new Date(run.world.now())],
  );
  for (const { from_id, to_id } of rows) {
    const pair = pairOf(from_id, to_id);
    const contact = run.waiting.get(pair);
    run.waiting.delete(pair);
    if (!contact) continue;
    Object.assign(contact, { place: 'notified', isPromoted: true, isLost: false });
    if (!contact.isSettled) planSeeing(run, contact);
  }
}

function planSeeing(run: Run, contact: Contact): void {
  const { share, medianHours } = seeing[contact.place === 'request' ? 'request' : 'message'];
  const key = `${keyOf(contact)} ${contact.place} ${contact.isFirst ? '' : run.hour()}`;
  if (run.dice('seen', key) >= share) {
    contact.isLost = contact.place === 'request';
    return;
  }
  const after = Math.max(1, Math.ceil(delay(medianHours, run.dice('seen after', key))));
  const { place } = contact;
  run.at(run.hour() + after, async () => {
    // Promoted since: the notification has its own time.
    if (contact.place === place) await see(run, contact, key);
  });
}

async function see(run: Run, contact: Contact, key: string): Promise<void> {
  const { from, to, isHostile } = contact;
  if (from.isBanned || to.isBanned || contact.isSettled || from.blockedBy.has(to.userId)) return;
  const isRequest = contact.place === 'request';
  await open(run, contact);
  const kind = isHostile || !from.isHostile ? from.kind : 'honest';
  const { answer, block, report, decline } = reactions[kind];
  const factor = isHostile ? run.reactionFactor : 1;
  if (run.dice('answers', key) < answer * (isRequest ? seeing.request.answerFactor : 1)) {
    contact.isSettled = true;
    return answerTo(run, contact, key);
  }
  const reports = run.dice('reports', key) < report * factor;
  if (reports || run.dice('blocks', key) < block * factor) return refuse(run, contact, reports);
  if (isRequest && run.dice('declines', key) < decline) {
    contact.isSettled = true;
    await attempt(run, 'declineRequest', () => to.calls.declineRequest({ userId: from.userId }));
  }
}

/** Opens a message or a request. A client of before requests would mark both as read. */
async function open(run: Run, { from, to, place, chatMessageId }: Contact): Promise<void> {
  const { userId } = from;
  if (place === 'request') await attempt(run, 'listRequests', () => to.calls.listRequests({ limit: 20 }));
  await attempt(run, 'markRead', () => to.calls.markRead({ userId }));
  if (place === 'notified') return;
  run.tally.opened.requests += 1;
  const { rows } = await run.world.pool.query<{ is_marked: boolean }>(
    `SELECT m.read_at IS NOT NULL AS is_marked FROM chat_messages AS m
     JOIN conversation_members AS seat ON seat.user_id = m.to_user_id AND seat.partner_user_id = m.from_user_id
     WHERE m.chat_message_id = $1 AND seat.is_request`,
    [chatMessageId],
  );
  if (rows[0]?.is_marked) run.tally.opened.marked += 1;
}

async function answerTo(run: Run, contact: Contact, key: string): Promise<void> {
  const { from, to, isHostile } = contact;
  const content = 'Hello, nice to hear from you.';
  const answered = await attempt(run, 'answer', () =>
    to.calls.sendTextMessage({ userId: from.userId, content }),
  );
  if (answered === null) return;
  const moves = isHostile && (from.kind === 'slow' || from.kind === 'greeter');
  const after = moves ? moving.afterHours : 1 + Math.floor(8 * run.dice('goes on', key));
  run.at(run.hour() + after, async () => {
    const text = moves ? 'Shall we go on elsewhere? My WhatsApp is +44 7700 900123' : 'How was your day?';
    const isSent = await goOn(run, from, to, text);
    if (!isSent || !moves || run.dice('moved', key) >= moving.block * run.reactionFactor) return;
    await refuse(run, contact, run.dice('moved report', key) < moving.reportShare);
  });
}

/** Blocks, and reports on top; victims of harassment also ask for protection from new accounts. */
export async function refuse(run: Run, contact: Contact, reports: boolean): Promise<void> {
  const { from, to, chatMessageId } = contact;
  const { userId } = from;
  contact.isSettled = true;
  from.blockedBy.add(to.userId);
  const isHarassed = from.kind === 'harasser';
  const reason = isHarassed ? 'harassment' : 'spam';
  if (reports) run.reported.add(from);
  const protect = isHarassed || run.dice('protects', keyOf(contact)) < 0.4;
  const isRefused =
    contact.place === 'request' &&
    reports &&
    (await attempt(run, 'refuseRequest', () => to.calls.refuseRequest({ userId, reason, protect }))) !== null;
  if (!isRefused) {
    if (reports) await attempt(run, 'reportMessage', () => to.calls.reportMessage({ chatMessageId, reason }));
    await attempt(run, 'blockUser', () => to.calls.blockUser({ userId }));
    // Protection is offered with requests; here the setting serves the same end.
    if (isHarassed && (reports || from.account > 1))
      await attempt(run, 'updateUser', () => to.calls.updateUser({ writesToMe: 'known' }));
  }
  if (isHarassed) comeBackAsAnother(run, from);
}
