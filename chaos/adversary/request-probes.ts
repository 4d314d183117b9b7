import { joinAs, one, requestOf, untilTold, writeTo } from './probe-parts.ts';
import { plainContacts } from './texts.ts';
import type { World } from './world.ts';

const link = 'See https://example.com/me';

/** A request is told of by its own event, which carries no text. */
export async function requestEventProbe(world: World): Promise<string[]> {
  const [sender, recipient] = [await one(world), await one(world)];
  await world.ears.connect([recipient]);
  await writeTo(sender, recipient, link);
  const isTold = await untilTold(world, [recipient]);
  return [
    ...(isTold ? [] : ['request-event: nothing arrived for a request']),
    ...(world.ears.messagesTo(recipient).size > 0 ? ['request-event: a request arrived as a message'] : []),
  ];
}

/** Opening a request in every way marks nothing. */
export async function readReceiptProbe(world: World): Promise<string[]> {
  const [sender, recipient] = [await one(world), await one(world)];
  await writeTo(sender, recipient, link);
  const { userId } = sender;
  await recipient.calls.listRequests({});
  await recipient.calls.listMessages({ userId });
  await recipient.calls.markRead({ userId });
  const { messages } = await sender.calls.listMessages({ userId: recipient.userId });
  return messages.flatMap(({ deliveredAt, readAt }) => [
    ...(readAt === null ? [] : ['read-receipt: opening a request marked it as read']),
    ...(deliveredAt === null ? [] : ['read-receipt: opening a request marked it as delivered']),
  ]);
}

export async function contactProbe(world: World): Promise<string[]> {
  const senders = await joinAs(world, plainContacts.length);
  const recipients = await joinAs(world, plainContacts.length);
  const broken: string[] = [];
  for (const [nth, text] of plainContacts.entries()) {
    const [sender, recipient] = [senders[nth], recipients[nth]];
    if (!sender || !recipient) continue;
    await writeTo(sender, recipient, text);
    const why = await requestOf(world, sender, recipient);
    if (why !== 'contact') broken.push(`contact: "${text}" was ${why ?? 'notified'}`);
  }
  return broken;
}

/** The statement for a single message leaves everything before the answer to the one that checks it. */
export async function fastPathProbe(world: World): Promise<string[]> {
  const [sender, recipient] = [await one(world), await one(world)];
  await writeTo(sender, recipient);
  await writeTo(sender, recipient, link);
  const why = await requestOf(world, sender, recipient);
  return why === 'contact'
    ? []
    : [`fast-path: contact details in a second message were ${why ?? 'notified'}`];
}
