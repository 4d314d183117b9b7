import type { ChatMessage } from '@parlance/contract/chat';
import type { ReportedProfile, ReportedSession, ReportedThanks } from '@parlance/contract/moderation';
import type { MessageRow } from '#chat/chat';

/** A message in a snapshot: JSON has neither dates nor bytes. */
type KeptMessage = {
  [Column in keyof MessageRow]: MessageRow[Column] extends Date | null ? string | null : MessageRow[Column];
};

/** Replaces the id of a deleted account. */
const deletedUserId = '00000000-0000-0000-0000-000000000000';

/** The reported message and its predecessors, with dates and bytes restored. */
export function readSnapshot(snapshot: unknown): MessageRow[] {
  return (snapshot as KeptMessage[]).map(
    (kept) =>
      ({
        ...kept,
        created_at: new Date(kept.created_at as string),
        updated_at: new Date(kept.updated_at as string),
        delivered_at: kept.delivered_at === null ? null : new Date(kept.delivered_at as string),
        read_at: kept.read_at === null ? null : new Date(kept.read_at as string),
        // Snapshots of earlier releases have neither.
        edited_at: kept.edited_at ? new Date(kept.edited_at as string) : null,
        deleted_at: kept.deleted_at ? new Date(kept.deleted_at as string) : null,
        audio_waveform:
          kept.audio_waveform === null ? null : Buffer.from(kept.audio_waveform as unknown as number[]),
      }) as MessageRow,
  );
}

export function readThanks(snapshot: unknown): Pick<ReportedThanks, 'words' | 'text' | 'givenAt'> {
  const { words, text, givenAt } = snapshot as {
    words: ReportedThanks['words'];
    text: string;
    givenAt: string;
  };
  return { words, text, givenAt: new Date(givenAt) };
}

/** A reported session, as far as recorded. */
export function readSession(snapshot: unknown): Omit<ReportedSession, 'scheduleSlotId'> {
  const { startsAt, endsAt, togetherMs, notes } = snapshot as Omit<ReportedSession, 'scheduleSlotId'>;
  return {
    startsAt: new Date(startsAt),
    endsAt: new Date(endsAt),
    togetherMs,
    notes: notes.map((note) => ({ ...note, createdAt: new Date(note.createdAt) })),
  };
}

/** A reported profile; the key of the picture is null once the report is closed. */
export const readProfile = (snapshot: unknown) =>
  snapshot as Omit<ReportedProfile, 'pictureUrl'> & { pictureKey: string | null };

interface Reported {
  id: string;
  content: string;
  at: Date;
}

/** Another reported item as a message, for a client that supports only messages. */
export function asMessage({ id, content, at }: Reported, from: string, to: string | null): ChatMessage {
  return {
    chatMessageId: id,
    fromUserId: from,
    toUserId: to ?? deletedUserId,
    type: 'text',
    content,
    audioUrl: null,
    createdAt: at,
    updatedAt: at,
    deliveredAt: null,
    readAt: null,
  };
}

/**
 * The snapshot after the deletion of the reporter's account: only what the reported member sent, without a recipient. A correction repeats
 * the words of its target, so only the reported one stays.
 */
export function withoutReporter(snapshot: unknown, reporterUserId: string): unknown[] {
  return (snapshot as KeptMessage[])
    .filter(
      (kept, index) =>
        kept.from_user_id !== reporterUserId &&
        (index === 0 || !(kept.corrects_message_id || kept.was_correction)),
    )
    .map((kept) => ({ ...kept, to_user_id: deletedUserId, ...nothingQuoted(kept, reporterUserId) }));
}

/** A reply quotes its target, so quotes of the reporter are erased. */
const nothingQuoted = ({ quoted_user_id }: KeptMessage, reporterUserId: string) =>
  quoted_user_id === reporterUserId
    ? { replies_to_message_id: null, quoted_user_id: null, quoted_type: null, quoted_excerpt: null }
    : {};

/** The recordings and pictures of a snapshot. */
export function filesIn(snapshot: unknown): string[] {
  return (snapshot as KeptMessage[]).flatMap((kept) => kept.audio_key ?? kept.picture_key ?? []);
}
