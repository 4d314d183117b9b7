import type { Kysely, Transaction } from 'kysely';
import type { DomainEvents } from '#domain/events';
import type { Tables } from '#domain/tables.generated';

/** The handle of an open transaction; inside one everything goes through it. */
export type Tx = Transaction<Tables>;

/** Work that must wait for the commit: events to sockets, mails, files. */
export type AfterCommit = () => void | Promise<void>;

type Effect<Context, Event> = (
  platform: Context,
  tx: Tx,
  event: Event,
) => Promise<AfterCommit | undefined> | Promise<void>;

/** Domain event handlers: slices follow each other's acts inside one transaction. `Context` is what every handler gets first. */
export interface Effects<Context> {
  on<Name extends keyof DomainEvents>(name: Name, effect: Effect<Context, DomainEvents[Name]>): void;
  /** Runs every follower in order of registration; the answer is run by the announcer after its commit. */
  run<Name extends keyof DomainEvents>(
    platform: Context,
    tx: Tx,
    name: Name,
    event: DomainEvents[Name],
  ): Promise<AfterCommit>;
}

/** Runs an act in one transaction and, once it has committed, what the act leaves to do. */
export async function transact(
  { db }: { db: Kysely<Tables> },
  act: (tx: Tx) => Promise<AfterCommit | null>,
): Promise<void> {
  const after = await db.transaction().execute(act);
  await after?.();
}

/** An empty registry; app.ts fills it from the slices. */
export function createEffects<Context>(): Effects<Context> {
  const followers = new Map<keyof DomainEvents, Effect<Context, never>[]>();
  return {
    on(name, effect) {
      followers.set(name, [...(followers.get(name) ?? []), effect as Effect<Context, never>]);
    },
    async run(platform, tx, name, event) {
      const after: AfterCommit[] = [];
      for (const effect of followers.get(name) ?? []) {
        const later = await effect(platform, tx, event as never);
        if (later) after.push(later);
      }
      return async () => {
        for (const later of after) await later();
      };
    },
  };
}
