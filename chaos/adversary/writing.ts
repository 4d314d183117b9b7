import { contactRefusals } from '@parlance/contract/contact';
import { ApiError } from '@parlance/contract/errors';
import type { Actor, Run } from './run.ts';
import type { Text } from './texts.ts';

const tooMany = 6001;
const notAllowed = 3000;
const trustMs = 7 * 24 * 3_600_000;

/** Whether a rule of first contact refused: the quota of the day, or a hold. */
const isLimit = ({ code, message }: ApiError): boolean =>
  code === tooMany || (code === notAllowed && message === contactRefusals.held);

/** Counts the call. Null for a refusal: a block, a ban or another race of two members, which the tally keeps. */
export async function attempt<Answer>(
  run: Run,
  name: string,
  call: () => Promise<Answer>,
): Promise<Answer | null> {
  run.tally.calls += 1;
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const kind = `${name} ${error.statusCode}/${error.code}`;
    run.tally.refusals.set(kind, (run.tally.refusals.get(kind) ?? 0) + 1);
    return null;
  }
}

/**
 * Writes to somebody who has not answered so far: 'limited' if the rules refused it, 'gone' after a block or ban. Its place is known at
 * the end of the hour.
 */
export async function write(
  run: Run,
  from: Actor,
  to: Actor,
  { content, hasContact, isHostile }: Text & { isHostile: boolean },
): Promise<'sent' | 'limited' | 'gone'> {
  if (from.isBanned || to.isBanned || from === to) return 'gone';
  run.tally.calls += 1;
  try {
    const { chatMessageId } = await from.calls.sendTextMessage({ userId: to.userId, content });
    const isFirst = !from.writtenTo.has(to.userId);
    from.writtenTo.add(to.userId);
    if (isHostile) from.attackedAt ??= run.hour();
    const isOfNewcomer = run.world.now() - from.createdAt < trustMs;
    run.sent.push({
      ...{
        chatMessageId,
        from,
        to,
        isFirst,
        isHostile,
        hasContact,
        isOfNewcomer,
        place: 'notified',
        why: null,
      },
      ...{ isPromoted: false, isSettled: false, isLost: false },
    });
    return 'sent';
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (!isLimit(error)) return 'gone';
    const waitHours = Math.ceil((error.timeout ?? 24 * 3600) / 3600);
    from.pausedUntil = run.hour() + Math.min(24, Math.max(1, waitHours));
    return 'limited';
  }
}

/** Writes in a conversation with an answer, which no limit may refuse. */
export async function goOn(run: Run, from: Actor, to: Actor, content: string): Promise<boolean> {
  if (from.isBanned) return false;
  run.tally.calls += 1;
  try {
    await from.calls.sendTextMessage({ userId: to.userId, content });
    run.tally.continued.sent += 1;
    return true;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (isLimit(error)) run.tally.continued.refused += 1;
    return false;
  }
}
