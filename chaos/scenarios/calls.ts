import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { CallLanguages } from '@parlance/contract/call';
import { type Cluster, startCluster } from '#parts/cluster';
import { moveTo, socketsOf } from '#parts/node-of-socket';
import { enter, inParallel, type Person, signUp } from '#parts/people';
import { startProxy } from '#parts/proxy';
import { type Seat, takeSeat } from '#parts/seat';
import { bookNow } from '#parts/sessions';
import { onStage } from '#parts/stage';
import { type Scenario, until } from './scenario.ts';

const pairCount = { full: 40, quick: 6 };
const localEvents = join(import.meta.dirname, '../sabotage/local-events.preload.ts');
// With all components up, and always on one node.
const liveWithinMs = 1500;
// Without Redis the server sends catch-up events every five seconds, spread over three, and pages rejoin.
const healedWithinMs = 12_000;
// A page times out after three seconds; an answer that is not lost arrives well before.
const answerWithinMs = 2500;
const backWithinMs = 15_000;
// Redis subscribers reconnect shortly after it is back.
const redisBackMs = 4000;

interface Pair {
  one: Seat;
  other: Seat;
  /** On two nodes; otherwise both on the first. */
  isApart: boolean;
}

/** Sessions over two nodes behind nginx: a node is killed, Redis goes down and comes back, and all seats are kept. */
export const calls: Scenario = {
  name: 'calls',
  sabotages: { 'events stay on their node': 'there', 'nobody joins again': 'killed' },
  run: ({ isFull, sabotage, say }) =>
    onStage(async (stage) => {
      const preload = sabotage === 'events stay on their node' ? localEvents : undefined;
      const cluster = await startCluster(stage, { nodes: 2, preload });
      const proxy = await startProxy(stage, cluster.nodes);
      const joinsAgain = sabotage !== 'nobody joins again';
      const persons = await signUp(cluster.nodeOf(0).url, 2 * (isFull ? pairCount.full : pairCount.quick));
      const clients = await inParallel(persons, 4, (person) => enter(stage, person, proxy.url));
      const pairs: Pair[] = [];
      for (let nth = 0; nth < persons.length; nth += 2) {
        const [owner, guest] = persons.slice(nth, nth + 2) as [Person, Person];
        const scheduleSlotId = await bookNow(cluster.postgres.pool, owner.userId, guest.userId);
        const [one, other] = [owner, guest].map(({ userId }, place) => {
          const client = clients[nth + place] as (typeof clients)[number];
          return takeSeat(stage, { client, userId, scheduleSlotId, joinsAgain });
        }) as [Seat, Seat];
        pairs.push({ one, other, isApart: nth % 4 === 0 });
      }
      await place(cluster, pairs);

      const broken: string[] = [];
      const slowest: Record<string, number> = {};
      const exchange = async (phase: string, talking = pairs) => {
        say(phase);
        const told = await Promise.all(talking.map((pair) => tellEachOther(pair)));
        told.forEach(({ faults, slowestMs }, place) => {
          const where = talking[place]?.isApart ? 'two nodes' : 'one node';
          broken.push(...faults.map((fault) => `${phase}: ${fault}, ${where}`));
          slowest[`${phase}, ${where}`] = Math.max(slowest[`${phase}, ${where}`] ?? 0, slowestMs);
        });
      };
      const seatsOf = (some: Pair[]) => some.flatMap(({ one, other }) => [one, other]);
      const everybody = seatsOf(pairs);

      for (const seat of everybody) {
        const answer = await seat.tell('call:join', {});
        if (answer !== 'done') broken.push(`there: a join was answered ${answer}`);
      }
      await exchange('there');
      if (sabotage === 'events stay on their node') return { broken, figures: `${pairs.length} pairs` };

      const [first, second] = [cluster.nodeOf(0), cluster.nodeOf(1)];
      const joinedBefore = new Map(everybody.map((seat) => [seat, seat.joins()]));
      const moved = pairs.filter(({ isApart }) => isApart).map(({ other }) => other);
      const killedAt = performance.now();
      await second.kill();
      const isMoved = () => moved.every((seat) => seat.joins() > (joinedBefore.get(seat) ?? 0));
      if (!(await until(isMoved, { withinMs: backWithinMs })))
        broken.push(`killed: somebody did not come back to their seat in ${backWithinMs} ms`);
      const backMs = performance.now() - killedAt;
      if ((await socketsOf(first)) < everybody.length)
        broken.push('killed: the other node does not hold everybody');
      await exchange('killed');
      if (sabotage !== null) return { broken, figures: `${pairs.length} pairs` };
      await second.start();
      await place(cluster, pairs);
      await exchange('moved back');

      await cluster.redis.leave();
      await exchange(
        'gone',
        pairs.filter(({ isApart }) => !isApart),
      );
      const apart = pairs.filter(({ isApart }) => isApart);
      const healed = await Promise.all(apart.map(tellWithoutRedis));
      broken.push(...healed.flatMap(({ faults }) => faults.map((fault) => `gone: ${fault}, two nodes`)));
      broken.push(...(await comeAnew(pairs.find(({ isApart }) => !isApart) as Pair)));
      await cluster.redis.comeBack();
      await wait(redisBackMs);
      await exchange('back');

      broken.push(
        ...everybody.flatMap((seat) => seat.farewells()).map((farewell) => `farewell: ${farewell}`),
      );
      broken.push(...cluster.surprises());
      const times = Object.entries(slowest).map(([name, ms]) => `${name} ${ms.toFixed(0)}`);
      const healedMs = Math.max(...healed.map(({ slowestMs }) => slowestMs));
      const figures =
        `${pairs.length} pairs, slowest event in ms: ${times.join('; ')}; in their seats ${backMs.toFixed(0)} ms after the kill; ` +
        `a note without Redis on another node after ${healedMs.toFixed(0)} ms`;
      return { broken, figures };
    }),
};

/** Puts the first of each pair on the first node, and the second of each separated pair on the second. */
async function place(cluster: Cluster, pairs: Pair[]): Promise<void> {
  for (const { one, other, isApart } of pairs) {
    await moveTo(cluster.nodeOf(0), one.client);
    await moveTo(cluster.nodeOf(isApart ? 1 : 0), other.client);
  }
}

interface Told {
  faults: string[];
  slowestMs: number;
}

/** Exchanges signals, states and notes in both directions, and agrees on languages. */
async function tellEachOther({ one, other }: Pair): Promise<Told> {
  const faults: string[] = [];
  let slowestMs = 0;
  const expect = async (what: string, answer: Promise<string>, heard: Promise<number>) => {
    const [answered, ms] = [await answer, await heard];
    if (answered !== 'done') faults.push(`a ${what} was answered ${answered}`);
    if (ms === Number.POSITIVE_INFINITY) faults.push(`a ${what} did not arrive in ${liveWithinMs} ms`);
    else slowestMs = Math.max(slowestMs, ms);
  };
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    const epoch = Math.floor(Math.random() * 1e6);
    const items = [{ again: true as const }];
    const signalled = to.hears('call:signal', (signal) => signal.epoch === epoch, liveWithinMs);
    await expect('signal', from.tell('call:signal', { to: to.peerId, epoch, items }), signalled);
    for (const isMuted of [true, false]) {
      const isShown = (seat: { userId: string; isMuted: boolean }) =>
        seat.userId === from.userId && seat.isMuted === isMuted;
      const shown = to.hears('call:seats', ({ seats }) => seats.some(isShown), liveWithinMs);
      await expect('state', from.tell('call:state', { isMuted, hasCamera: false }), shown);
    }
    const text = randomUUID();
    const noted = to.hears('call:note', (note) => note.text === text, liveWithinMs);
    await expect('note', from.tell('call:note', { noteId: randomUUID(), kind: 'word', text }), noted);
  }
  const languages: CallLanguages = { first: Math.random() < 0.5 ? 'de' : 'ja', second: 'es' };
  const asked = other.hears('call:timer', (timer) => timer.asked.length > 0, liveWithinMs);
  await expect('wish', one.tell('call:timer', { action: 'language', languages }), asked);
  const agreed = one.hears(
    'call:timer',
    (timer) => timer.asked.length === 0 && timer.languages?.first === languages.first,
    liveWithinMs,
  );
  await expect('consent', other.tell('call:timer', { action: 'language', languages }), agreed);
  return { faults, slowestMs };
}

/** On two nodes without Redis: a signal is refused at once, a note is stored and delivered later, and both keep their seats. */
async function tellWithoutRedis({ one, other }: Pair): Promise<Told> {
  const faults: string[] = [];
  const startedAt = performance.now();
  const refused = await one.tell('call:signal', { to: other.peerId, epoch: 1, items: [{ again: true }] });
  if (refused !== '503/7000') faults.push(`a signal that cannot arrive was answered ${refused}`);
  const text = randomUUID();
  const kept = await one.tell('call:note', { noteId: randomUUID(), kind: 'word', text });
  if (kept !== 'done') faults.push(`a note was answered ${kept}`);
  if (performance.now() - startedAt > answerWithinMs) faults.push('two answers took too long');
  const isKnown = await until(() => other.notes().includes(text), { withinMs: healedWithinMs });
  if (!isKnown) faults.push(`a note was not known in ${healedWithinMs} ms`);
  for (const seat of [one, other]) {
    const alive = await seat.tell('call:alive', {});
    if (alive !== 'done' || !seat.partnerIsHere()) faults.push(`a sign of life was answered ${alive}`);
  }
  return { faults, slowestMs: performance.now() - startedAt };
}

/** A member leaves and rejoins on one node, which needs no Redis. */
async function comeAnew({ one, other }: Pair): Promise<string[]> {
  const left = one.hears('call:seats', ({ seats }) => seats.some(({ hasLeft }) => hasLeft), liveWithinMs);
  const answers = [await other.tell('call:leave', {})];
  const sawLeave = await left;
  const back = one.hears('call:seats', ({ seats }) => seats.every(({ isHere }) => isHere), liveWithinMs);
  answers.push(await other.tell('call:join', {}));
  const isSeen = [sawLeave, await back].every((ms) => ms < liveWithinMs);
  return isSeen && answers.every((answer) => answer === 'done')
    ? []
    : [
        `gone: who left and came back on one node was answered ${answers.join(', ')} and ${isSeen ? '' : 'not '}seen`,
      ];
}
