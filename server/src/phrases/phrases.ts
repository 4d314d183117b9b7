import type { PayloadOf } from '@parlance/contract/endpoint';
import { ApiError } from '@parlance/contract/errors';
import { filled, grouped } from '@parlance/contract/message';
import {
  type NewPhrase,
  type Phrase,
  phrasesMax,
  type updatePhrase as updatePhraseCall,
} from '@parlance/contract/phrases';
import { findMessage } from '#chat/chat';
import type { Tx } from '#platform/effects';
import { newId } from '#platform/ids';
import type { Platform } from '#platform/platform';
import type { Caller } from '#platform/serve';
import { loadPhrases } from './phrase-list.ts';
import { isVerbatim } from './verbatim.ts';

export { reviewPhrases } from './reviews.ts';

export const bookIsFull = filled(
  'Your phrasebook is full: it holds {max} phrases.',
  { max: phrasesMax },
  grouped,
);

/** Locks a phrasebook, so that concurrent calls cannot exceed its limit; returns its number of phrases. */
export async function lockBook(tx: Tx, userId: string): Promise<number> {
  await tx
    .selectFrom('users')
    .select('user_id')
    .where('user_id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(() => new ApiError('SessionInvalid'));
  const { count } = await tx
    .selectFrom('phrases')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Adds a phrase. Determines whose words they are, since they are deleted with the author's account. */
export async function createPhrase(
  platform: Platform,
  { userId }: Caller,
  { languageCode, text, meaning = '', context = '', sourceMessageId }: NewPhrase,
): Promise<Phrase> {
  const phraseId = newId(platform.clock);
  return platform.db.transaction().execute(async (tx) => {
    const count = await lockBook(tx, userId);
    const source = sourceMessageId === undefined ? undefined : await lockSource(tx, userId, sourceMessageId);
    const same = await tx
      .selectFrom('phrases')
      .select('phrase_id')
      .where('user_id', '=', userId)
      .where('language_code', '=', languageCode)
      .where('text', '=', text)
      .where('meaning', '=', meaning)
      .where('context', '=', context)
      .where('source_message_id', 'is not distinct from', sourceMessageId ?? null)
      .executeTakeFirst();
    if (same) return onePhrase(tx, userId, same.phrase_id);
    if (count >= phrasesMax) {
      throw new ApiError('NotAllowed', bookIsFull);
    }
    const now = platform.clock.now();
    await tx
      .insertInto('phrases')
      .values({
        phrase_id: phraseId,
        user_id: userId,
        language_code: languageCode,
        text,
        meaning,
        context,
        ...verbatimParts({ text, meaning, context }, userId, source),
        source_message_id: sourceMessageId ?? null,
        partner_user_id: partnerOf(userId, source),
        due_at: now,
        created_at: now,
        updated_at: now,
      })
      .execute();
    return onePhrase(tx, userId, phraseId);
  });
}

/** Changes a phrase. Rewritten words become the member's own. */
export async function updatePhrase(
  platform: Platform,
  { userId }: Caller,
  { phraseId, ...changes }: { phraseId: string } & PayloadOf<typeof updatePhraseCall>,
): Promise<Phrase> {
  return platform.db.transaction().execute(async (tx) => {
    const old = await tx
      .selectFrom('phrases')
      .select(['language_code', 'text', 'meaning', 'context', 'source_message_id', 'partner_user_id'])
      .select(['is_verbatim', 'is_meaning_verbatim', 'is_context_verbatim'])
      .where('phrase_id', '=', phraseId)
      .where('user_id', '=', userId)
      .forUpdate()
      .executeTakeFirstOrThrow(() => new ApiError('ResourceNotFound'));
    const { text = old.text, meaning = old.meaning, context = old.context } = changes;
    // Only a partner's words belong to another account. If the message was edited or deleted since, they remain the partner's.
    const source =
      old.source_message_id === null || old.partner_user_id === null
        ? undefined
        : await findSource(tx, userId, old.source_message_id);
    const isStill = (isTheirs: boolean, words: string, before: string) =>
      isTheirs && isVerbatim(words, before);
    const now = verbatimParts({ text, meaning, context }, userId, source);
    await tx
      .updateTable('phrases')
      .set({
        language_code: changes.languageCode ?? old.language_code,
        text,
        meaning,
        context,
        is_verbatim: now.is_verbatim || isStill(old.is_verbatim, text, old.text),
        is_meaning_verbatim:
          now.is_meaning_verbatim || isStill(old.is_meaning_verbatim, meaning, old.meaning),
        is_context_verbatim:
          now.is_context_verbatim || isStill(old.is_context_verbatim, context, old.context),
        updated_at: platform.clock.now(),
      })
      .where('phrase_id', '=', phraseId)
      .execute();
    return onePhrase(tx, userId, phraseId);
  });
}

/** Deletes a phrase with its reviews. */
export async function deletePhrase({ db }: Platform, { userId }: Caller, phraseId: string): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('phrases')
    .where('phrase_id', '=', phraseId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw new ApiError('ResourceNotFound');
}

interface Source {
  fromUserId: string;
  /** Null if deleted. */
  content: string | null;
}

/** The source message of a new phrase, which must contain text. */
async function lockSource(tx: Tx, userId: string, chatMessageId: string): Promise<Source> {
  const source = await findSource(tx, userId, chatMessageId);
  if (source.content === null) throw new ApiError('ResourceNotFound');
  return source;
}

/** The source message with its author locked: a concurrent account deletion either includes the phrase or has removed the message. */
async function findSource(tx: Tx, userId: string, chatMessageId: string): Promise<Source> {
  const { from_user_id: fromUserId, content } = await findMessage({ db: tx }, { userId }, chatMessageId);
  await tx
    .selectFrom('users')
    .select('user_id')
    .where('user_id', '=', fromUserId)
    .forKeyShare()
    .executeTakeFirstOrThrow(() => new ApiError('ResourceNotFound'));
  return { fromUserId, content };
}

const partnerOf = (userId: string, source: Source | undefined): string | null =>
  source && source.fromUserId !== userId ? source.fromUserId : null;

function verbatimParts(
  { text, meaning, context }: Record<'text' | 'meaning' | 'context', string>,
  userId: string,
  source: Source | undefined,
) {
  const isTheirs = (words: string) =>
    partnerOf(userId, source) !== null && isVerbatim(words, source?.content ?? '');
  return {
    is_verbatim: isTheirs(text),
    is_meaning_verbatim: isTheirs(meaning),
    is_context_verbatim: isTheirs(context),
  };
}

async function onePhrase(tx: Tx, userId: string, phraseId: string): Promise<Phrase> {
  const [phrase] = await loadPhrases(tx, userId, [phraseId]);
  if (!phrase) throw new ApiError('ResourceNotFound');
  return phrase;
}
