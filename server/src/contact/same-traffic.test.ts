import { expect, test, vi } from 'vitest';
import { type ContactCommunity, startContact } from '#test/first-contact';
import type { Persona } from '#test/personas';

/** A busy machine is slow, not wrong. */
const patience = { timeout: 60_000 };

/** What a sender hears by socket. */
async function listenAs(sender: Persona): Promise<[string, unknown][]> {
  const heard: [string, unknown][] = [];
  const socket = await sender.connect();
  for (const event of ['chat:message', 'chat:message-status'] as const)
    socket.on(event, (value: unknown) => heard.push([event, value]));
  return heard;
}

/** The bytes of a first message and of the conversation after it, without ids and times. */
async function bytesOf(
  sender: Persona,
  recipient: Persona,
  heard: [string, unknown][],
): Promise<Record<string, unknown>> {
  await recipient.connect();
  const before = heard.length;
  const path = `/v1/chat/dm/${recipient.userId}`;
  const sent = await sender.send('POST', path, { content: 'Good evening' });
  const body = Buffer.from(await sent.arrayBuffer()).toString();
  await vi.waitFor(() => expect(heard).toHaveLength(before + 2), patience);
  const events = heard.slice(before).toSorted(([one], [other]) => one.length - other.length);
  const page = await (await sender.send('GET', path)).text();
  const headers = [...sent.headers].filter(([name]) => !['date', 'x-request-id'].includes(name));
  const plain = JSON.stringify({ headers, body, page, events, status: sent.status })
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '(id)')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '(time)');
  return JSON.parse(plain);
}

const silencing: Record<string, (app: ContactCommunity, sender: Persona) => Promise<unknown>> = {
  volume: async () => undefined,
  restricted: ({ platform, clock }, { userId }) =>
    platform.pool.query('UPDATE contact_standing SET limited_until = $2 WHERE user_id = $1', [
      userId,
      new Date(clock.now().getTime() + 86_400_000),
    ]),
};

// Rules: docs/specification/contact.md#what-the-sender-sees
test.each(Object.entries(silencing))(
  'the last notified and the first silent message of one sender are answered with the same bytes: %s',
  async (why, silence) => {
    // A restricted sender may write to five people a day.
    const used = why === 'volume' ? 7 : 2;
    const app = await startContact();
    const [olga, ben, cleo] = [await app.join('Olga'), await app.join('Ben'), await app.join('Cleo')];
    for (const stranger of await app.strangers(used)) await app.write(olga, stranger);
    const heard = await listenAs(olga);
    const notified = await bytesOf(olga, ben, heard);
    await silence(app, olga);
    const silent = await bytesOf(olga, cleo, heard);
    expect([await app.placeOf(olga, ben), await app.placeOf(olga, cleo)]).toEqual(['notified', why]);
    expect(silent).toEqual(notified);
  },
);

test('the receipt of a message and of a request waits for the same statements', async () => {
  const app = await startContact();
  const [olga, ben, cleo] = [await app.join('Olga'), await app.join('Ben'), await app.join('Cleo')];
  await cleo.calls.updateUser({ writesToMe: 'asking' });
  const heard = await listenAs(olga);
  const run = vi.spyOn(app.platform.pool, 'query');
  const statementsOf = async (recipient: Persona) => {
    await recipient.connect();
    run.mockClear();
    heard.length = 0;
    await app.write(olga, recipient);
    await vi.waitFor(() => expect(heard).toHaveLength(2), patience);
    const names = run.mock.calls.map(([statement]) => Object(statement).name);
    return names.filter((name) => /count-requests|chat-message/.test(name));
  };
  const notified = await statementsOf(ben);
  expect(notified).toContain('count-requests');
  expect(await statementsOf(cleo)).toEqual(notified);
});

test.each(['asking', 'everybody'] as const)(
  'a first message to a member who hides their activity does not tell that they are online: %s',
  async (writesToMe) => {
    const app = await startContact();
    const [olga, ben, cleo] = [await app.join('Olga'), await app.join('Ben'), await app.join('Cleo')];
    await cleo.calls.updateUser({ writesToMe, showsActivity: false });
    const heard = await listenAs(olga);
    const arrived = vi.fn();
    const socket = await cleo.connect();
    socket.on(writesToMe === 'asking' ? 'chat:request' : 'chat:message', arrived);
    await app.write(olga, cleo);
    await vi.waitFor(() => expect(arrived).toHaveBeenCalledOnce(), patience);
    // The receipt of a later message comes after all receipts that were confirmed before it.
    await ben.connect();
    await app.write(olga, ben);
    const statuses = () => heard.filter(([event]) => event === 'chat:message-status');
    await vi.waitFor(() => expect(statuses()).not.toEqual([]), patience);
    expect(statuses().map(([, status]) => status)).toEqual([expect.objectContaining({ userId: ben.userId })]);
    const { messages } = await olga.calls.listMessages({ userId: cleo.userId });
    expect(messages.map(({ deliveredAt }) => deliveredAt)).toEqual([null]);
  },
);
