import type { Kind, Size } from './behaviour.ts';
import type { Dice } from './dice.ts';
import type { Member, NewMember } from './members.ts';
import type { Tally } from './tally.ts';
import type { World } from './world.ts';

/** A member of the simulation. */
export interface Actor extends Member {
  /** Identifies the person in both runs of a seed, independent of the order in which accounts are made. */
  key: string;
  isHostile: boolean;
  isNewcomer: boolean;
  isEager: boolean;
  isBanned: boolean;
  /** The hour of the first hostile message; null before. */
  attackedAt: number | null;
  /** The number of this account among those of the same person. */
  account: number;
  victim: Actor | null;
  writtenTo: Set<string>;
  blockedBy: Set<string>;
  /** No attempts before this hour: the server has said when the next is free. */
  pausedUntil: number;
}

/** A message to somebody who has not answered yet. */
export interface Contact {
  chatMessageId: string;
  from: Actor;
  to: Actor;
  isFirst: boolean;
  isHostile: boolean;
  hasContact: boolean;
  /** The sender is too new to be trusted. */
  isOfNewcomer: boolean;
  place: 'notified' | 'request';
  why: string | null;
  isPromoted: boolean;
  /** Answered, declined or blocked. */
  isSettled: boolean;
  isLost: boolean;
}

export interface Run {
  world: World;
  dice: Dice;
  size: Size;
  tally: Tally;
  /** How often members block and report hostile messages, relative to the assumption. */
  reactionFactor: number;
  hour(): number;
  /** Plans an act for a later hour; acts after the end are dropped. */
  at(hour: number, act: () => Promise<void>): void;
  /** Messages of the present hour whose place is not known yet. */
  sent: Contact[];
  contacts: Contact[];
  /** Requests of volume, which may be promoted, by sender and recipient. */
  waiting: Map<string, Contact>;
  people: Map<string, Actor>;
  established: Actor[];
  /** Members whom many write to. */
  popular: Actor[];
  /** Members whom somebody reported; moderators look at them. */
  reported: Set<Actor>;
  /** Free times of popular members. */
  slots: { owner: Actor; scheduleSlotId: string; startsAt: number }[];
}

export interface NewActor extends NewMember {
  key: string;
  isNewcomer?: boolean;
  isEager?: boolean;
  account?: number;
  victim?: Actor | null;
}

const honestKinds: Kind[] = ['honest', 'few', 'mob'];

/** Makes accounts and adds them to the run. Popular members listen, except each fifth, who gets mails instead. */
export async function addActors(run: Run, list: NewActor[]): Promise<Actor[]> {
  const members = await run.world.join(list);
  const actors = members.map((member, index): Actor => {
    const { key = '', isNewcomer = false, isEager = false, account = 1, victim = null } = list[index] ?? {};
    return {
      ...member,
      key,
      isNewcomer,
      isEager,
      account,
      victim,
      isHostile: !honestKinds.includes(member.kind),
      isBanned: false,
      attackedAt: null,
      writtenTo: new Set(),
      blockedBy: new Set(),
      pausedUntil: 0,
    };
  });
  for (const actor of actors) run.people.set(actor.userId, actor);
  const popular = actors.filter(({ isPopular }) => isPopular);
  run.popular.push(...popular);
  await run.world.ears.connect(popular.filter(({ nth }) => nth % 5 !== 0));
  return actors;
}
