import { popups } from '@parlance/contract/chat';
import { t } from '@parlance/words/current';
import X from 'lucide-react/icons/x';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { classNames } from '#lib/class-names';
import { Avatar } from '#ui/avatar';
import { LinkButton } from '#ui/link-button';
import type { ChatEngine } from './engine/chat-engine';
import { type Popup, waitingLabel } from './engine/popups';

/** Message popups in the lower end corner. Hover or focus pauses the dismissal of all of them. */
export function PopupRegion({ popups }: Pick<ChatEngine, 'popups'>) {
  const queue = useSyncExternalStore(popups.subscribe, popups.getState);
  const [isHovered, setHovered] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const label = waitingLabel(queue);
  const region = useRef<HTMLElement>(null);

  // Removing a focused or hovered element fires no blur or leave event, so the state is read again after each change.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after each change of the list
  useEffect(() => {
    setFocused(region.current?.contains(document.activeElement) ?? false);
    setHovered(region.current?.matches(':hover') ?? false);
  }, [queue]);

  return (
    <section
      ref={region}
      aria-label={t('New messages')}
      aria-live="polite"
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={({ currentTarget, relatedTarget }) => setFocused(currentTarget.contains(relatedTarget))}
      className={classNames(
        'above-bottom-bar fixed inset-x-0 z-40 grid grid-cols-1 gap-3 empty:hidden sm:inset-s-auto sm:w-96',
        // Long popups scroll on a low screen; the padding keeps shadows visible.
        '-mb-4 max-h-[calc(100dvh-var(--bottom-bar,0px))] overflow-y-auto overscroll-contain p-4',
      )}
    >
      {queue.shown.map((popup) => (
        <PopupCard
          key={popup.id}
          popup={popup}
          isHeld={isHovered || isFocused}
          onGone={() => popups.close(popup.id)}
        />
      ))}
      {label && (
        <p className="justify-self-end rounded-full bg-night px-4 py-1.5 text-sm font-medium text-on-night shadow-floating">
          {label}
        </p>
      )}
    </section>
  );
}

export interface PopupCardProps {
  popup: Popup;
  isHeld: boolean;
  onGone: () => void;
}

/** One new message: it shows for five seconds, fades, and is gone 300 ms later. */
export function PopupCard({ popup, isHeld, onGone }: PopupCardProps) {
  const [isFading, setFading] = useState(false);
  const { id, senderUserId, senderName, senderImageUrl, preview } = popup;

  useEffect(() => {
    if (isHeld) {
      setFading(false);
      return;
    }
    const timer = setTimeout(() => setFading(true), popups.visibleMs);
    return () => clearTimeout(timer);
  }, [isHeld]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the timer starts once per popup, not per render
  useEffect(() => {
    if (!isFading) return;
    const timer = setTimeout(onGone, popups.fadeMs);
    return () => clearTimeout(timer);
  }, [isFading, id]);

  return (
    <article
      style={{ transitionDuration: `${popups.fadeMs}ms` }}
      className={classNames(
        'flex items-start gap-3 rounded-lg border border-line bg-surface py-3 ps-4 pe-1 text-ink shadow-floating',
        'transition-opacity motion-reduce:transition-none',
        isFading && 'opacity-0',
      )}
    >
      <Avatar name={senderName} src={senderImageUrl} />
      <div className="min-w-0 flex-1">
        <p dir="auto" className="truncate text-page-start font-semibold">
          {senderName}
        </p>
        <p dir="auto" className="text-page-start text-sm leading-snug wrap-anywhere text-ink-soft">
          {preview}
        </p>
        <LinkButton
          to={`/chat/${senderUserId}`}
          variant="quiet"
          onClick={onGone}
          aria-label={t('Reply to {name}', { name: senderName })}
          className="-mb-1.5 -ms-4 underline underline-offset-4"
        >
          {t('Reply')}
        </LinkButton>
      </div>
      <button
        type="button"
        aria-label={t('Close')}
        onClick={onGone}
        className="-mt-1.5 flex size-11 shrink-0 items-center justify-center rounded-md hover:bg-sunken"
      >
        <X aria-hidden="true" className="size-5" />
      </button>
    </article>
  );
}
