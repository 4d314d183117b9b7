const quietBeforeTalkMs = 1500;

/** Turn-taking of a demo partner, who talks only after a pause. `begin` receives the length of a turn in milliseconds. */
export function createTalkTurns(openedAt: number) {
  let quietSince = openedAt;
  let talksUntil: number | null = null;
  return {
    /** Whether the partner is talking and should stop now. */
    isOver(now: number): boolean {
      if (talksUntil === null || now < talksUntil) return false;
      quietSince = talksUntil;
      talksUntil = null;
      return true;
    },
    /** Whether the partner may begin; `isInterrupted` while the member talks or is not connected. */
    isDue(now: number, isInterrupted: boolean): boolean {
      if (isInterrupted) quietSince = now;
      return talksUntil === null && now - quietSince >= quietBeforeTalkMs;
    },
    begin(now: number, forMs: number): void {
      talksUntil = now + forMs;
    },
  };
}
