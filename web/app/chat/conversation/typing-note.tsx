import type { FullProfile } from '@parlance/contract/people';
import { t } from '@parlance/words/current';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { createTyping, throttleTyping } from '#chat/engine/typing';
import { sentence } from '#lib/sentence';
import { nameOf } from '#people/person-name';
import { useSignedIn } from '#session/signed-in';

export interface TypingNoteProps {
  partnerId: string;
  profile: FullProfile | undefined;
}

/** Typing indicator laid over the free edge of the list, so that no content shifts; also reports own typing. */
export function TypingNote({ partnerId, profile }: TypingNoteProps) {
  const { realtime } = useSignedIn().runtime;
  const [typing] = useState(createTyping);
  const { isTyping, isAnnounced } = useSyncExternalStore(typing.subscribe, typing.getState);
  useEffect(() => {
    const stops = [
      realtime.on('chat:typing', ({ userId }) => userId === partnerId && typing.type()),
      realtime.on('chat:message', ({ fromUserId }) => fromUserId === partnerId && typing.stop()),
      typing.stop,
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [realtime, typing, partnerId]);
  useEffect(() => {
    const tell = throttleTyping(() => realtime.tellTyping(partnerId));
    const onInput = ({ target }: Event) => {
      if (target instanceof HTMLTextAreaElement && 'composer' in target.dataset && target.value !== '')
        tell();
    };
    document.addEventListener('input', onInput);
    return () => document.removeEventListener('input', onInput);
  }, [realtime, partnerId]);
  const name = profile ? nameOf(profile) : '';
  return (
    <>
      {isTyping && name && <TypingWords name={name} />}
      <p aria-live="polite" className="sr-only">
        {isAnnounced && name && t('{name} is writing…', { name })}
      </p>
    </>
  );
}

function TypingWords({ name }: { name: string }) {
  return (
    <p
      aria-hidden="true"
      className="pointer-events-none absolute inset-s-2 bottom-[calc(100%+0.8rem)] max-w-[calc(100%-1rem)] truncate rounded-t-md bg-paper px-2 text-xs leading-5 text-ink-soft sm:inset-s-4"
    >
      {sentence('{name} is writing…', {
        // A long name is cut, not what its bearer does.
        name: <bdi className="inline-block max-w-48 truncate align-bottom sm:max-w-96">{name}</bdi>,
      })}
    </p>
  );
}
