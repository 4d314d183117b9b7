import { t } from '@parlance/words/current';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useSession } from '#session/session-context';
import { showToast } from '#ui/toast';
import type { Call } from './call';
import { endWords, phaseWords } from './call-words';
import { playSound } from './media/sounds';
import { voicesOf } from './pair-languages';
import { halvesAt, openWishes } from './room/halves';
import { phaseOf } from './room/room-state';
import { swapWords } from './swap-notice';
import { useRoom, useServerNow } from './use-room';
import { theirWords } from './wish-strip';

export interface CallAnnouncerProps {
  call: Call;
  userId: string;
  /** The panel is not on screen, so a toast shows the end. */
  isHidden: boolean;
}

/** Announces changes of a session by sound and to screen readers: joins, swap, wishes, notes, interruptions and the end. */
export function CallAnnouncer({ call, userId, isHidden }: CallAnnouncerProps) {
  const state = useRoom(call);
  const now = useServerNow(state);
  const { profile } = useSession();
  const name = call.session.partnerName;
  const phase = phaseOf(state);
  const halves = halvesAt(state.timer, now);
  const half = halves?.half ?? null;
  const wish = openWishes(state.timer, now).find((open) => open.userId !== userId);
  const noteId = state.notes.findLast((note) => note.userId !== userId)?.noteId;
  const [words, setWords] = useState('');
  const before = useRef({ phase, half });

  const tellPhase = useEffectEvent(() => {
    const was = before.current.phase;
    before.current.phase = phase;
    // While the panel is hidden a toast announces the end.
    setWords(phase === 'ended' && isHidden ? '' : phaseWords(state, name));
    if (phase === 'connected' && was !== 'reconnecting' && was !== 'connected') playSound('joined');
    if (phase !== 'ended' || was === 'ended') return;
    if (state.end !== 'left' && state.end !== 'replaced') playSound('ended');
    if (isHidden) showToast({ title: endWords(state.end, name) });
  });
  const tellHalf = useEffectEvent(() => {
    const was = before.current.half;
    before.current.half = half;
    if (was !== 'first' || half !== 'second' || !halves) return;
    playSound('swap');
    setWords(swapWords(halves, voicesOf(state.timer.languages, profile?.languages ?? []).second, name));
  });
  const tellWish = useEffectEvent(() => {
    if (wish) setWords(theirWords(wish, name));
  });
  const tellNote = useEffectEvent((id: string | undefined) => {
    const note = state.notes.find((written) => written.noteId === id);
    // Notes from before the member joined are not announced.
    if (note && before.current.phase === 'connected')
      setWords(t('{name}: {message}', { name, message: note.better ?? note.text }));
  });

  const partnerState = state.partner?.hasLeft;
  // biome-ignore lint/correctness/useExhaustiveDependencies: announces each change of these values
  useEffect(() => tellPhase(), [phase, partnerState, state.isSeated]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: announces each change
  useEffect(() => tellHalf(), [half]);
  const wishedAt = wish?.askedAt.getTime();
  // biome-ignore lint/correctness/useExhaustiveDependencies: announces each new value
  useEffect(() => tellWish(), [wishedAt]);
  useEffect(() => tellNote(noteId), [noteId]);

  return (
    <p role="status" className="sr-only">
      {words}
    </p>
  );
}
