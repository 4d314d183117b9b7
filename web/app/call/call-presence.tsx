import { t } from '@parlance/words/current';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { useSession } from '#session/session-context';
import { Button } from '#ui/button';
import { LinkButton } from '#ui/link-button';
import { type Call, useCall } from './call';
import { CallAnnouncer } from './call-announcer';
import { countdownText, phaseWords } from './call-words';
import { isMuteKeyOn } from './mute-key';
import { halvesAt } from './room/halves';
import { useOwnMedia, useRoom, useServerNow } from './use-room';

/** Call parts present on every screen: remote audio, announcements, mute key and a link back to the call. */
export function CallPresence() {
  const call = useCall();
  return call && <Presence key={call.session.scheduleSlotId} call={call} />;
}

function Presence({ call }: { call: Call }) {
  const { pathname } = useLocation();
  const { end } = useRoom(call);
  const { user } = useSession();
  useMuteKey(call);
  const isInConversation = pathname === `/chat/${call.session.partnerId}`;
  return (
    <>
      {!end && <PartnerVoice call={call} />}
      <CallAnnouncer call={call} userId={user?.userId ?? ''} isHidden={!isInConversation} />
      {!end && !isInConversation && <WayBack call={call} />}
    </>
  );
}

function useMuteKey(call: Call): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { target, key, ctrlKey, metaKey, altKey, repeat } = event;
    if (key.toLowerCase() !== 'm' || ctrlKey || metaKey || altKey || repeat || call.room.get().end) return;
    const isTyping =
      target instanceof HTMLElement &&
      (target.isContentEditable || target.matches('input, textarea, select, [role="menu"] *'));
    if (!isTyping && isMuteKeyOn()) call.media.setMuted(!call.media.get().isMuted);
  });
  useEffect(() => {
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}

/** Plays the audio track alone: an audio element whose stream also has an idle video track never starts. */
function PartnerVoice({ call }: { call: Call }) {
  const { remote } = useRoom(call);
  const { speakerId } = useOwnMedia(call);
  const audio = useRef<HTMLAudioElement>(null);
  const [isHeld, setHeld] = useState(false);
  const play = () =>
    audio.current?.play().then(
      () => setHeld(false),
      // NotAllowedError means that autoplay needs a press. An interrupted play() is retried.
      (error: DOMException) => setHeld(error.name === 'NotAllowedError'),
    );
  const start = useEffectEvent(() => void play());
  useEffect(() => {
    if (!audio.current || !remote.audio) return;
    audio.current.srcObject = new MediaStream([remote.audio]);
    start();
  }, [remote.audio]);
  useEffect(() => {
    if (audio.current && 'setSinkId' in audio.current)
      audio.current.setSinkId(speakerId ?? '').catch(() => undefined);
  }, [speakerId]);
  return (
    <>
      {/* biome-ignore lint/a11y/useMediaCaption: live audio has no captions */}
      <audio ref={audio} />
      {isHeld && (
        <Button
          variant="primary"
          onClick={() => void play()}
          className="above-bottom-bar fixed inset-x-4 z-50 mx-auto max-w-sm"
        >
          {t('Turn on the sound of the session')}
        </Button>
      )}
    </>
  );
}

/** Link back to the ongoing call from other screens. */
function WayBack({ call }: { call: Call }) {
  const state = useRoom(call);
  const now = useServerNow(state);
  const { partnerId, partnerName } = call.session;
  const { isMuted } = useOwnMedia(call);
  const halves = halvesAt(state.timer, now);
  return (
    <section
      aria-label={t('Session with {name}', { name: partnerName })}
      className="above-bottom-bar edge-when-forced fixed inset-x-4 z-40 mx-auto flex max-w-xl flex-wrap items-center gap-x-3 gap-y-1 rounded-lg bg-night py-1.5 ps-4 pe-1.5 text-on-night shadow-floating"
    >
      <p className="line-clamp-2 min-w-0 flex-1 leading-snug">{phaseWords(state, partnerName)}</p>
      {halves && <span className="text-sm tabular-nums">{countdownText(halves.leftMs)}</span>}
      <Button
        variant="quiet"
        className="text-on-night! hover:bg-on-night/15"
        onClick={() => call.media.setMuted(!isMuted)}
      >
        {isMuted ? t('Unmute') : t('Mute')}
      </Button>
      <LinkButton to={`/chat/${partnerId}`} variant="inverse">
        {t('Back to the session')}
      </LinkButton>
    </section>
  );
}
