import { honestLife, mobLife } from './behaviour.ts';
import { pick } from './dice.ts';
import { type Actor, addActors, type NewActor, type Run } from './run.ts';
import { honestText } from './texts.ts';
import { attempt, write } from './writing.ts';

const dayMs = 24 * 3_600_000;

/** Members of before the simulation, a few of whom write to somebody new each day. */
export async function addEstablished(run: Run): Promise<void> {
  const now = run.world.now();
  const list = Array.from({ length: run.size.established }, (_, nth): NewActor => {
    const key = `e${nth}`;
    const isPopular = run.dice('popular', key) < honestLife.popularShare;
    const createdAt = now - (8 + Math.floor(400 * run.dice('age', key))) * dayMs;
    return { key, kind: 'honest', isPopular, createdAt, isTrusted: true };
  });
  run.established.push(...(await addActors(run, list)));
  for (const actor of run.established) {
    for (let day = 0; day < run.size.days; day++) {
      if (run.dice('writes', actor.key, day) >= honestLife.firstContactsADay) continue;
      const hour = day * 24 + Math.floor(23 * run.dice('hour', actor.key, day));
      run.at(hour, () => writeToSomebody(run, actor, `${actor.key} ${day}`));
    }
  }
}

/** Newcomers join during the run. An eager one writes to twenty people on the first day. */
export function planNewcomers(run: Run, mob: Actor[]): void {
  const { joinsWithinDays, eagerShare, fewShare } = honestLife.newcomer;
  for (let nth = 0; nth < run.size.newcomers; nth++) {
    const key = `n${nth}`;
    const lastDay = Math.min(joinsWithinDays, run.size.days * 0.75);
    const joinsAt = Math.floor(run.dice('joins', key) * lastDay * 24);
    run.at(joinsAt, async () => {
      const [actor] = await addActors(run, [
        {
          key,
          kind: run.dice('few', key) < fewShare ? 'few' : 'honest',
          isPopular: run.dice('popular', key) < honestLife.popularShare,
          createdAt: run.world.now(),
          isNewcomer: true,
          isEager: run.dice('eager', key) < eagerShare,
        },
      ]);
      if (!actor) return;
      planWriting(run, actor, joinsAt);
      planLures(run, actor, mob, joinsAt);
    });
  }
}

function planWriting(run: Run, actor: Actor, joinsAt: number): void {
  const { eagerFirstDay, writesForDays } = honestLife.newcomer;
  const { key, isEager } = actor;
  const plan = (day: number, count: number, firstHour: number, hours: number) => {
    for (let nth = 0; nth < count; nth++) {
      const each = `${key} ${day} ${nth}`;
      const hour = joinsAt + day * 24 + firstHour + Math.floor(hours * run.dice('hour', each));
      run.at(hour, () => writeToSomebody(run, actor, each));
    }
  };
  plan(0, isEager ? eagerFirstDay : 2 + Math.floor(4 * run.dice('first day', key)), 1, 12);
  for (let day = 1; day < writesForDays; day++) {
    plan(day, isEager ? 4 : run.dice('writes', key, day) < 0.7 ? 1 : 0, 0, 16);
  }
}

/** Some newcomers answer the advertisement of a mob, whose accounts then block and report them. */
function planLures(run: Run, actor: Actor, mob: Actor[], joinsAt: number): void {
  for (const lure of mob) {
    const key = `${actor.key} ${lure.key}`;
    if (run.dice('lured', key) >= mobLife.luresShare) continue;
    run.at(joinsAt + 2 + Math.floor(72 * run.dice('lured at', key)), async () => {
      const text = honestText(run.dice, key, 0);
      if ((await write(run, actor, lure, { ...text, isHostile: false })) !== 'sent') return;
      const contact = run.sent.find(({ from, to }) => from === actor && to === lure);
      run.at(run.hour() + 1, async () => {
        if (!contact) return;
        contact.isSettled = true;
        const { chatMessageId } = contact;
        run.reported.add(actor);
        await attempt(run, 'reportMessage', () =>
          lure.calls.reportMessage({ chatMessageId, reason: 'harassment' }),
        );
        await attempt(run, 'blockUser', () => lure.calls.blockUser({ userId: actor.userId }));
      });
    });
  }
}

async function writeToSomebody(run: Run, actor: Actor, key: string, isRetry = false): Promise<void> {
  const number = run.dice('to', key);
  const to = pick(run.dice('to popular', key) < 0.5 ? run.popular : run.established, number);
  if (to === actor || actor.writtenTo.has(to.userId) || to.writtenTo.has(actor.userId)) return;
  const text = honestText(run.dice, key, honestLife.contactInText);
  const outcome = await write(run, actor, to, { ...text, isHostile: false });
  const { honest } = run.tally;
  if (outcome === 'sent') honest.sent += 1;
  if (outcome !== 'limited') return;
  honest.refused += 1;
  if (isRetry || run.dice('gives up', key) < honestLife.givesUpWhenRefused) honest.lost += 1;
  else run.at(run.hour() + 24, () => writeToSomebody(run, actor, key, true));
}
