import { type HostileKind, hostileKinds, hostileLife } from './behaviour.ts';
import { pick } from './dice.ts';
import { type Actor, addActors, type Run } from './run.ts';
import { greetingText, honestText, insultText, spamText, type Text } from './texts.ts';
import { attempt, write } from './writing.ts';

/** Plans the accounts of every kind; they join in the first days. */
export function planHostile(run: Run): void {
  const ring: Actor[] = [];
  for (const kind of hostileKinds) {
    for (let nth = 0; nth < run.size.hostile[kind]; nth++) {
      const key = `${kind}${nth}`;
      const lastDay = Math.min(hostileLife.joinsWithinDays, run.size.days / 3);
      const joinsAt = Math.floor(run.dice('joins', key) * lastDay * 24);
      run.at(joinsAt, () => join(run, { kind, key, account: 1, victim: null }, ring));
    }
  }
}

interface Newcomer {
  kind: HostileKind;
  key: string;
  account: number;
  victim: Actor | null;
}

async function join(run: Run, { kind, key, account, victim }: Newcomer, ring: Actor[]): Promise<void> {
  const wanted = victim ?? (kind === 'harasser' ? pick(run.popular, run.dice('victim', key)) : null);
  const name = `${key}.${account}`;
  const [actor] = await addActors(run, [
    { kind, key: name, account, victim: wanted, createdAt: run.world.now() },
  ]);
  if (!actor) return;
  run.tally.hostile.accounts += 1;
  const waits = hostileLife.waitsDays[kind];
  const startsAt = run.hour() + Math.max(1, waits * 24);
  if (kind === 'harasser') return planInsults(run, actor, startsAt);
  if (kind === 'ring') joinRing(run, actor, ring);
  for (let day = 0; kind === 'slow' && day < waits; day++) {
    run.at(run.hour() + day * 24 + 5, () => send(run, actor, `${name} nice ${day}`, { isNice: true }));
  }
  for (let day = 0; startsAt + day * 24 < run.size.days * 24; day++)
    planDay(run, actor, startsAt + day * 24, day);
}

function planDay(run: Run, actor: Actor, from: number, day: number): void {
  const { attemptsADay, activeHours, bookingsADay } = hostileLife;
  for (let nth = 0; nth < attemptsADay; nth++) {
    const key = `${actor.key} ${day} ${nth}`;
    run.at(from + Math.floor(activeHours * run.dice('hour', key)), () => send(run, actor, key));
  }
  for (let nth = 0; actor.kind === 'greeter' && nth < bookingsADay; nth++) {
    const key = `${actor.key} ${day} ${nth}`;
    run.at(from + Math.floor(activeHours * run.dice('booking hour', key)), () => book(run, actor, key));
  }
}

async function send(run: Run, actor: Actor, key: string, { isNice = false } = {}): Promise<void> {
  // A program stops for as long as the refusal says.
  if (actor.isBanned || run.hour() < actor.pausedUntil) return;
  const to = pick(run.popular, run.dice('to', key));
  if (actor.writtenTo.has(to.userId)) return;
  await write(run, actor, to, { ...textOf(run, actor, key, isNice), isHostile: !isNice });
}

function textOf({ dice }: Run, { kind }: Actor, key: string, isNice: boolean): Text {
  if (isNice || kind === 'slow') return honestText(dice, key, 0);
  return kind === 'spammer' ? spamText(dice, key, hostileLife.contactInText) : greetingText(dice, key);
}

/** Books a free time of a stranger, which is a first contact, too. */
async function book(run: Run, actor: Actor, key: string): Promise<void> {
  const soonest = run.world.now() + 2 * 3_600_000;
  const free = run.slots.filter(({ startsAt, owner }) => startsAt > soonest && !owner.isBanned);
  if (actor.isBanned || free.length === 0) return;
  const slot = pick(free, run.dice('slot', key));
  const wanted = { userId: slot.owner.userId, scheduleSlotId: slot.scheduleSlotId };
  const booked = await attempt(run, 'bookSlot', () => actor.calls.bookSlot(wanted));
  const { hostile } = run.tally;
  if (booked === null) {
    hostile.bookingsRefused += 1;
    return;
  }
  run.slots.splice(run.slots.indexOf(slot), 1);
  actor.attackedAt ??= run.hour();
  hostile.booked += 1;
  if (actor.kind === 'greeter') hostile.notified.greeter += 1;
}

/** A ring writes to, and answers, only itself in its first days. */
function joinRing(run: Run, actor: Actor, ring: Actor[]): void {
  for (const mate of ring) {
    run.at(run.hour() + 1 + Math.floor(100 * run.dice('ring', actor.key, mate.key)), async () => {
      const text = honestText(run.dice, `${actor.key} ${mate.key}`, 0);
      if ((await write(run, actor, mate, { ...text, isHostile: false })) !== 'sent') return;
      run.at(run.hour() + 1, async () => {
        await attempt(run, 'answer', () =>
          mate.calls.sendTextMessage({ userId: actor.userId, content: 'Yes' }),
        );
      });
    });
  }
  ring.push(actor);
}

function planInsults(run: Run, actor: Actor, startsAt: number): void {
  const { victim } = actor;
  if (!victim) return;
  for (let nth = 0; nth < hostileLife.messagesToVictim; nth++) {
    run.at(startsAt + 2 * nth, async () => {
      await write(run, actor, victim, { ...insultText(run.dice, `${actor.key} ${nth}`), isHostile: true });
    });
  }
}

const personOf = ({ key }: Actor): string => key.split('.')[0] ?? key;

/** A harasser who was blocked returns within a day and a half, a banned one of the others in half of the cases. */
export function comeBackAsAnother(run: Run, actor: Actor): void {
  const { account, kind, victim } = actor;
  if (account >= hostileLife.accountsMax || !hostileKinds.some((known) => known === kind)) return;
  const next = { kind: kind as HostileKind, key: personOf(actor), account: account + 1, victim };
  // One successor for each account.
  actor.victim = null;
  if (kind === 'harasser') {
    if (!victim) return;
    const after = 12 + Math.floor(24 * run.dice('returns', actor.key));
    run.at(run.hour() + after, () => join(run, next, []));
    return;
  }
  if (kind === 'ring' || run.dice('returns', actor.key) >= hostileLife.comesBack) return;
  run.at(run.hour() + hostileLife.comesBackAfterHours, () => join(run, next, []));
}
