import { randomInt } from 'node:crypto';
import { type CallLanguages, callWindowMs } from '@parlance/contract/call';
import { type CallClientEvent, callExtensionMs } from '@parlance/contract/call-events';
import { ApiError } from '@parlance/contract/errors';
import type { LanguageCode, UserLanguage } from '@parlance/contract/languages';
import { word } from '@parlance/words/word';
import { loadLanguages } from '#languages/languages';
import type { Tx } from '#platform/effects';
import type { CallState } from './call-state.ts';

type Wish = Pick<CallClientEvent<'call:timer'>, 'action' | 'languages'>;

const pick = <Item>(items: Item[]): Item | undefined =>
  items.length === 0 ? undefined : items[randomInt(items.length)];

/** The languages that one speaks and the other learns. */
const taught = (speaker: UserLanguage[], learner: UserLanguage[]): LanguageCode[] =>
  speaker
    .filter(({ learning }) => !learning)
    .map(({ languageCode }) => languageCode)
    .filter((code) => learner.some(({ languageCode, learning }) => learning && languageCode === code));

/** Draws one language of each and their order at random. Null if neither learns what the other speaks. */
export async function drawLanguages(
  tx: Tx,
  { userId, bookedByUserId }: CallState,
): Promise<CallLanguages | null> {
  const languages = await loadLanguages(tx, [userId, bookedByUserId]);
  const [ofOwner, ofBooker] = [languages.get(userId) ?? [], languages.get(bookedByUserId) ?? []];
  const owners = pick(taught(ofOwner, ofBooker));
  const bookers = pick(taught(ofBooker, ofOwner));
  const one = owners ?? bookers;
  const other = bookers ?? owners;
  if (one === undefined || other === undefined) return null;
  return randomInt(2) === 0 ? { first: one, second: other } : { first: other, second: one };
}

const areSame = (a: CallLanguages | undefined, b: CallLanguages | undefined): boolean =>
  a?.first === b?.first && a?.second === b?.second;

/** Stores a request, or applies it once both request it. An impossible one is refused at once. */
export function wish(call: CallState, userId: string, { action, languages }: Wish, now: Date): void {
  const change = changeOf(call, { action, languages }, now);
  const isShared = call.asked.some(
    (ask) => ask.action === action && ask.userId !== userId && areSame(ask.languages, languages),
  );
  call.asked = call.asked.filter((ask) => ask.action !== action);
  if (isShared) change();
  else call.asked.push({ action, userId, askedAt: now, ...(languages && { languages }) });
}

const refuse = (message: string) => new ApiError('NotAllowed', { message });

function changeOf(call: CallState, { action, languages }: Wish, now: Date): () => void {
  if (action === 'language') {
    return () => {
      call.languages = languages ?? call.languages;
    };
  }
  const { startedAt, swapAt, endsAt } = call;
  if (!startedAt || !swapAt || !endsAt || now < startedAt)
    throw refuse(word('The first half of this session has not begun.'));
  if (action === 'swap') {
    if (now >= swapAt) throw refuse(word('The second half has begun already.'));
    return () => {
      call.swapAt = now;
    };
  }
  const longerEndsAt = new Date(endsAt.getTime() + callExtensionMs);
  if (longerEndsAt.getTime() > call.slotEndsAt.getTime() + callWindowMs.after)
    throw refuse(word('This session cannot be extended any further.'));
  return () => {
    call.endsAt = longerEndsAt;
    // Each half gets half of the extension; after the swap only one half remains.
    if (now < swapAt) call.swapAt = new Date(swapAt.getTime() + callExtensionMs / 2);
  };
}
