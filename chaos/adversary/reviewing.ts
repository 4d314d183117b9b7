import { reviewing } from './behaviour.ts';
import { comeBackAsAnother } from './hostile.ts';
import type { Actor, Run } from './run.ts';
import { attempt } from './writing.ts';

export interface Moderators {
  /** Takes up new holds and reports, and plans their reviews. */
  lookAround(): Promise<void>;
}

/** Moderators with real calls. Of 100 hostile accounts they ban 95; the others and honest members are cleared. */
export function createModerators(run: Run, admin: Actor): Moderators {
  const knownCases = new Set<string>();
  const planned = new Set<Actor>();
  const caught = new Set<Actor>();

  const countCaught = (actor: Actor) => {
    if (caught.has(actor)) return;
    caught.add(actor);
    if (actor.attackedAt !== null) run.tally.hostile.caughtAfter.push(run.hour() - actor.attackedAt);
  };

  function plan(actor: Actor): void {
    if (planned.has(actor) || actor.isBanned) return;
    planned.add(actor);
    const { minHours, maxHours } = reviewing;
    const number = run.dice('review', actor.key, run.hour());
    run.at(run.hour() + minHours + Math.floor((maxHours - minHours) * number), async () => {
      planned.delete(actor);
      await review(actor);
    });
  }

  async function review(actor: Actor): Promise<void> {
    if (actor.isBanned) return;
    const { userId } = actor;
    if (actor.isHostile && run.dice('right', actor.key, run.hour()) < reviewing.right) {
      const reason = actor.kind === 'harasser' ? 'harassment' : 'spam';
      const ban = await attempt(run, 'banUser', () => admin.calls.banUser({ userId, reason, warns: reason }));
      if (ban === null) return;
      actor.isBanned = true;
      countCaught(actor);
      // A harasser returns after a block, not after a ban.
      if (actor.kind !== 'harasser') comeBackAsAnother(run, actor);
      return;
    }
    const { cases = [] } =
      (await attempt(run, 'listCases', () => admin.calls.listCases({ limit: 100 }))) ?? {};
    for (const { caseId, profile } of cases) {
      if (profile.userId === userId) await attempt(run, 'clearCase', () => admin.calls.clearCase({ caseId }));
    }
    const { reports = [] } =
      (await attempt(run, 'listReports', () => admin.calls.listReports({ limit: 100 }))) ?? {};
    for (const { reportId, reported } of reports) {
      if (reported?.userId === userId)
        await attempt(run, 'dismissReport', () => admin.calls.dismissReport({ reportId }));
    }
  }

  return {
    async lookAround() {
      for (const actor of run.reported) plan(actor);
      run.reported.clear();
      const { cases = [] } =
        (await attempt(run, 'listCases', () => admin.calls.listCases({ limit: 100 }))) ?? {};
      for (const { caseId, profile } of cases) {
        const actor = run.people.get(profile.userId);
        if (knownCases.has(caseId) || !actor) continue;
        knownCases.add(caseId);
        if (actor.isHostile) countCaught(actor);
        else run.tally.honest.held += 1;
        plan(actor);
      }
    },
  };
}
