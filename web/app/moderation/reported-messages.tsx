import type { ChatMessage } from '@parlance/contract/chat';
import type { Report } from '@parlance/contract/moderation';
import { t } from '@parlance/words/current';
import { word } from '@parlance/words/word';
import Flag from 'lucide-react/icons/flag';
import { MessageWords } from '#chat/conversation/message-words';
import { previewOf } from '#chat/messages/message-text';
import { MessagePicture } from '#chat/pictures/message-picture';
import { VoicePlayer } from '#chat/voice/voice-player';
import { classNames } from '#lib/class-names';
import { sentence } from '#lib/sentence';
import { nameOf } from '#people/person-name';
import { momentText } from './moderation-words';

export interface ReportedMessagesProps {
  report: Report;
  /** Fetches a new media address when the present one has expired. */
  fresh: (chatMessageId: string) => Promise<ChatMessage | null>;
}

/** The messages in order; the reported one is last and highlighted. */
export function ReportedMessages({ report, fresh }: ReportedMessagesProps) {
  const { message, context, reported, reporter } = report;
  const nameFor = ({ fromUserId }: ChatMessage) => {
    if (fromUserId === reported?.userId) return nameOf(reported);
    return reporter ? nameOf(reporter) : t('Somebody who has left');
  };
  const before =
    context.length === 0
      ? reporter
        ? t('There are no earlier messages.')
        : t('What the reporter wrote was deleted with their account.')
      : null;
  return (
    <section aria-labelledby="reported-messages" className="grid gap-4">
      <h2 id="reported-messages" className="text-xl">
        {t('The message and what came before')}
      </h2>
      {before && <p className="text-ink-soft">{before}</p>}
      <ol className="grid gap-3">
        {[...context.toReversed(), message].map((shown) => {
          const isReported = shown === message;
          const isTheirs = shown.fromUserId === message.fromUserId;
          return (
            <li
              key={shown.chatMessageId}
              className={classNames(
                'edge-when-forced w-full max-w-xl min-w-0 rounded-xl border px-4 py-3',
                isReported
                  ? 'border-danger-line bg-danger-soft'
                  : isTheirs
                    ? 'border-line bg-surface'
                    : 'justify-self-end border-line bg-sunken',
              )}
            >
              <div className="mb-1 flex flex-wrap items-baseline justify-between gap-x-4 text-sm">
                <p dir="auto" className="min-w-0 font-medium [overflow-wrap:anywhere]">
                  {nameFor(shown)}
                </p>
                <time dateTime={shown.createdAt.toISOString()} className="text-ink-soft tabular-nums">
                  {momentText(shown.createdAt)}
                </time>
              </div>
              {shown.picture && (
                <MessagePicture
                  {...shown.picture}
                  src={shown.picture.url}
                  onStale={() => fresh(shown.chatMessageId)}
                />
              )}
              {shown.audioUrl ? (
                <VoicePlayer
                  src={shown.audioUrl}
                  freshSrc={async () => (await fresh(shown.chatMessageId))?.audioUrl ?? null}
                  durationMs={shown.durationMs ?? 0}
                  waveform={shown.waveform}
                />
              ) : (
                (shown.content !== null || !shown.picture) && (
                  <MessageWords content={shown.content ?? previewOf(shown)} />
                )
              )}
              {shown.corrects && <Corrects message={shown} all={context} />}
              {isReported && (
                <p className="mt-2 flex items-center gap-1.5 text-sm font-medium text-danger">
                  <Flag aria-hidden="true" className="size-4" />
                  {t(word('Reported', 'a message'))}
                </p>
              )}
            </li>
          );
        })}
      </ol>
    </section>
  );
}

/** The corrected text, if it is in the snapshot, and the note. */
function Corrects({ message, all }: { message: ChatMessage; all: ChatMessage[] }) {
  const { chatMessageId, note } = message.corrects ?? {};
  const original = all.find((each) => each.chatMessageId === chatMessageId)?.content;
  return (
    <div className="mt-2 grid gap-1 border-s-2 border-line-strong ps-3 text-sm text-ink-soft [overflow-wrap:anywhere]">
      <p>
        {original
          ? sentence('A correction of: {text}', { text: <bdi>{original}</bdi> })
          : t('A correction of a message that is not kept here.')}
      </p>
      {note && <p>{sentence('Note: {note}', { note: <bdi>{note}</bdi> })}</p>}
    </div>
  );
}
