import type { Kysely, Transaction } from 'kysely';
import type { DomainEvents } from '#domain/events';
import type { Tables } from '#domain/tables.generated';

/** The handle of an open transaction; every statement inside the transaction has to use it. */
export type Tx = Transaction<Tables>;

/** Work deferred until the commit: socket events, mails, files. */
export type AfterCommit = () => void | Promise<void>;

type Effect<Context, Event> = (
  platform: Context,
  tx: Tx,
  event: Event,
) => Promise<AfterCommit | undefined> | Promise<void>;

/** Domain event handlers: slices react to each other's actions in one transaction. `Context` is the first argument of every handler. */
export interface Effects<Context> {
  on<Name extends keyof DomainEvents>(name: Name, effect: Effect<Context, DomainEvents[Name]>): void;
  /** Runs every handler in registration order; the caller runs the returned functions after its commit. */
  run<Name extends keyof DomainEvents>(
    platform: Context,
    tx: Tx,
    name: Name,
    event: DomainEvents[Name],
  ): Promise<AfterCommit>;
}

/** Runs `act` in one transaction, then its deferred work after the commit. */
export async function transact(
  { db }: { db: Kysely<Tables> },
  act: (tx: Tx) => Promise<AfterCommit | null>,
): Promise<void> {
  const after = await db.transaction().execute(act);
  await after?.();
}

/** Creates an empty registry; app.ts fills it from the slices. */
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
