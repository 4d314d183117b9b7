/** Where the application gets the time from. Tests put a clock of their own here. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };
