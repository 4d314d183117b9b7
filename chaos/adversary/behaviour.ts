// Assumptions about people. The results page lists those that matter.

export const hostileKinds = ['greeter', 'spammer', 'harasser', 'slow', 'ring'] as const;
export type HostileKind = (typeof hostileKinds)[number];
export type Kind = 'honest' | 'few' | 'mob' | HostileKind;

/** Members of a run. The mob and the moderators come in addition. */
export interface Size {
  established: number;
  newcomers: number;
  hostile: Record<HostileKind, number>;
  days: number;
}

export const sizes = {
  tenth: {
    established: 940,
    newcomers: 60,
    hostile: { greeter: 8, spammer: 6, harasser: 1, slow: 3, ring: 2 },
    days: 28,
  },
  full: {
    established: 9400,
    newcomers: 600,
    hostile: { greeter: 80, spammer: 60, harasser: 10, slow: 30, ring: 20 },
    days: 28,
  },
} satisfies Record<string, Size>;

interface Reaction {
  answer: number;
  block: number;
  report: number;
  /** Of a request only. */
  decline: number;
}

/** What a recipient does about a first message once they have seen it; `few` are honest members whom few answer. */
export const reactions: Record<Kind, Reaction> = {
  honest: { answer: 0.35, block: 0.003, report: 0.0005, decline: 0.05 },
  few: { answer: 0.08, block: 0.006, report: 0.001, decline: 0.12 },
  mob: { answer: 0, block: 0, report: 0, decline: 0 },
  greeter: { answer: 0.06, block: 0.05, report: 0.025, decline: 0.4 },
  spammer: { answer: 0.03, block: 0.06, report: 0.05, decline: 0.5 },
  harasser: { answer: 0.02, block: 0.5, report: 0.25, decline: 0.5 },
  slow: { answer: 0.25, block: 0.012, report: 0.006, decline: 0.15 },
  ring: { answer: 0.07, block: 0.05, report: 0.025, decline: 0.4 },
};

export const seeing = {
  message: { share: 0.9, medianHours: 6 },
  request: { share: 0.55, medianHours: 40, answerFactor: 0.7 },
};

/** A hostile sender who was answered asks to go on elsewhere; some partners block or report that. */
export const moving = { afterHours: 60, block: 0.15, reportShare: 0.67 };

export const honestLife = {
  popularShare: 0.35,
  firstContactsADay: 0.1,
  contactInText: 0.02,
  givesUpWhenRefused: 0.5,
  newcomer: { joinsWithinDays: 21, eagerShare: 0.15, fewShare: 0.25, eagerFirstDay: 20, writesForDays: 14 },
};

export const hostileLife = {
  joinsWithinDays: 10,
  attemptsADay: 60,
  activeHours: 14,
  /** Days of quiet membership before the first hostile message. */
  waitsDays: { greeter: 0, spammer: 0, harasser: 0, slow: 7, ring: 6 },
  contactInText: { plain: 0.5, disguised: 0.3 },
  messagesToVictim: 3,
  comesBack: 0.5,
  comesBackAfterHours: 24,
  accountsMax: 10,
  bookingsADay: 1,
};

export const mobLife = { accounts: 20, luresShare: 0.01 };

/** Moderators look at a report or hold after 4 to 28 hours, and are right in 95 of 100 cases. */
export const reviewing = { minHours: 4, maxHours: 28, right: 0.95 };
