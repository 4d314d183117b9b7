import { t } from '@parlance/words/current';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { ChatEngine } from '#chat/engine/chat-engine';
import { waitingLabel } from '#chat/engine/popup-queue';
import { classNames } from '#lib/class-names';
import { PopupCard } from './popup-card';

/** New messages in the lower corner where lines end. While one is hovered or has the focus, none of them goes. */
export function PopupRegion({ popups }: Pick<ChatEngine, 'popups'>) {
  const queue = useSyncExternalStore(popups.subscribe, popups.getState);
  const [isHovered, setHovered] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const label = waitingLabel(queue);
  const region = useRef<HTMLElement>(null);

  // What goes with the focus on it, or under the pointer, tells nobody: look after each change.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the change is what makes it necessary
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
        // On a low screen long ones scroll; the edge leaves room for shadows.
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
