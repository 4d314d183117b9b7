import type { FullProfile } from '@parlance/contract/people';
import { t } from '@parlance/words/current';
import X from 'lucide-react/icons/x';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { useChat, useConversation } from '#chat/engine/chat';
import { quotedWords } from '#chat/messages/message-text';
import { ChosenPictures } from '#chat/pictures/chosen-pictures';
import { keepPicture } from '#chat/pictures/keep-picture';
import { isComposingKey } from '#lib/composing-key';
import { sentence } from '#lib/sentence';
import { nameOf } from '#people/person-name';
import { Button } from '#ui/button';
import { showToast } from '#ui/toast';
import type { ConversationDraft } from './draft';
import { beginEdit, cancelEdit } from './draft-target';
import { canEdit } from './message-rules';
import { TypingNote } from './typing-note';

const picturesMax = 10;

/** Adds chosen, pasted or dropped pictures to the draft and reports the files that are not pictures. */
export async function takePictures(draft: ConversationDraft, files: File[]): Promise<void> {
  if (draft.getState().edits) return;
  const before = draft.getState().pictures?.length ?? 0;
  const taken = files.slice(0, Math.max(0, picturesMax - before));
  const read = await Promise.allSettled(taken.map(keepPicture));
  const pictures = read.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  // Others can have been added while these were read.
  const known = draft.getState().pictures ?? [];
  const added = pictures.slice(0, Math.max(0, picturesMax - known.length));
  if (added.length > 0) draft.set({ pictures: [...known, ...added] });
  if (taken.length < files.length || added.length < pictures.length)
    showToast({ title: t('You can send ten pictures at once. The others were left out.') });
  if (pictures.length < taken.length)
    showToast({ title: t('This file cannot be read as a picture.'), tone: 'danger' });
}

const picturesIn = (transfer: DataTransfer | null): File[] =>
  [...(transfer?.files ?? [])].filter(({ type }) => type.startsWith('image/'));

export interface ComposerExtrasProps {
  partnerId: string;
  profile: FullProfile | undefined;
  draft: ConversationDraft;
}

/** Area above the text field: reply or edit target, chosen pictures and the typing note. */
export function ComposerExtras({ partnerId, profile, draft }: ComposerExtrasProps) {
  const { userId } = useChat();
  const { repliesTo, edits, pictures } = useSyncExternalStore(draft.subscribe, draft.getState);
  const { data } = useConversation(partnerId);
  const place = useRef<HTMLDivElement>(null);
  const section = useDrops(place, (files) => void takePictures(draft, files));

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const isField = event.target instanceof HTMLTextAreaElement && 'composer' in event.target.dataset;
    if (!isField || isComposingKey(event) || event.defaultPrevented) return;
    if (event.key === 'Escape' && edits) cancelEdit(draft);
    else if (event.key === 'Escape' && repliesTo) draft.set({ repliesTo: undefined });
    else if (event.key === 'ArrowUp' && event.target.value === '' && !edits && !pictures) {
      const messages = data?.messages ?? [];
      const last = messages.findLast(({ fromUserId, deletedAt }) => fromUserId === userId && !deletedAt);
      if (!last || !canEdit(last, { userId, messages, now: new Date() })) return;
      beginEdit(draft, last);
    } else return;
    event.preventDefault();
  });
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    const isField = event.target instanceof HTMLTextAreaElement && 'composer' in event.target.dataset;
    const files = picturesIn(event.clipboardData);
    // Text copied from a document arrives both as text and as a picture of it.
    if (!isField || files.length === 0 || event.clipboardData?.types.includes('text/plain')) return;
    event.preventDefault();
    void takePictures(draft, files);
  });
  useEffect(() => {
    const stopped = new AbortController();
    document.addEventListener('keydown', (event) => onKey(event), { signal: stopped.signal });
    document.addEventListener('paste', (event) => onPaste(event), { signal: stopped.signal });
    return () => stopped.abort();
  }, []);

  const name = profile ? nameOf(profile) : '';
  return (
    <div ref={place} className="relative grid grid-cols-1 gap-2 not-empty:has-[>div,>ul]:pb-2">
      <TypingNote partnerId={partnerId} profile={profile} />
      {edits ? (
        <Target
          title={t('Edit message')}
          words={edits.message.content ?? ''}
          cancel={t('Cancel editing')}
          onCancel={() => cancelEdit(draft)}
        />
      ) : (
        repliesTo && (
          <Target
            title={
              repliesTo.userId === userId
                ? t('Reply to yourself')
                : sentence('Reply to {name}', {
                    // Cut at its own end: the line as a whole would lose the beginning of a name of the other direction.
                    name: <bdi className="inline-block max-w-3/4 truncate align-bottom">{name}</bdi>,
                  })
            }
            words={quotedWords(repliesTo)}
            cancel={t('Cancel reply')}
            onCancel={() => draft.set({ repliesTo: undefined })}
          />
        )
      )}
      {pictures && !edits && (
        <ChosenPictures
          pictures={pictures}
          onChange={(rest) => draft.set({ pictures: rest.length > 0 ? rest : undefined })}
        />
      )}
      {section &&
        createPortal(
          <p className="pointer-events-none absolute inset-2 z-30 flex items-center justify-center rounded-xl border-2 border-dashed border-line-strong bg-paper/90 text-lg font-medium">
            {t('Drop pictures here')}
          </p>,
          section,
        )}
    </div>
  );
}

interface TargetProps {
  title: ReactNode;
  words: string;
  cancel: string;
  onCancel: () => void;
}

/** Two-line preview of the message that is replied to or edited. */
export function Target({ title, words, cancel, onCancel }: TargetProps) {
  return (
    <div className="mx-2 flex items-center gap-2 border-s-2 border-ink-soft ps-3">
      <div className="min-w-0 flex-1 text-sm leading-snug">
        <p role="status" className="truncate font-medium">
          {title}
        </p>
        <p dir="auto" className="truncate text-page-start text-ink-soft">
          {words}
        </p>
      </div>
      <Button
        variant="quiet"
        aria-label={cancel}
        onClick={() => {
          onCancel();
          document.querySelector<HTMLElement>('[data-composer]')?.focus();
        }}
        className="px-0!"
      >
        <X aria-hidden="true" className="size-5" />
      </Button>
    </div>
  );
}

/** Accepts files dropped on the conversation; returns its element while files are dragged over it. */
function useDrops(place: { current: HTMLElement | null }, onDrop: (files: File[]) => void): Element | null {
  const [section, setSection] = useState<Element | null>(null);
  const take = useEffectEvent(onDrop);
  useEffect(() => {
    const conversation = place.current?.closest('section') ?? null;
    const stopped = new AbortController();
    const on = (event: 'dragover' | 'dragleave' | 'drop', listener: (event: DragEvent) => void) =>
      conversation?.addEventListener(event, listener as EventListener, { signal: stopped.signal });
    on('dragover', (event) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      setSection(conversation);
    });
    on('dragleave', ({ relatedTarget }) => {
      if (!conversation?.contains(relatedTarget as Node | null)) setSection(null);
    });
    on('drop', (event) => {
      setSection(null);
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      take([...event.dataTransfer.files]);
    });
    return () => stopped.abort();
  }, [place]);
  return section;
}
