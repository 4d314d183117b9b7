import { conversationTurnGoal } from '@parlance/contract/chat';
import { counted, t } from '@parlance/words/current';
import { useEffect, useEffectEvent } from 'react';
import { useBlocker } from 'react-router';
import { useLaterModule } from '#lib/use-later-module';
import type { Turns } from './turns';

/** Content of the composer. */
export type Composing = 'nothing' | 'text' | 'recording';

/** Chooses the question on leaving: unsent content takes precedence over an unfinished exchange. */
export function leaveQuestion({
  isUnsent,
  isUnderWay,
}: {
  isUnsent: boolean;
  isUnderWay: boolean;
}): 'unsent' | 'under-way' | null {
  if (isUnsent) return 'unsent';
  return isUnderWay ? 'under-way' : null;
}

/** Whether unloading the page loses something: text is stored as it is typed, but recording and sending stop. */
export const isCutOff = ({ isOutgoing, composing }: { isOutgoing: boolean; composing: Composing }): boolean =>
  isOutgoing || composing === 'recording';

const silencedKey = 'parlance-leave-exchange';

export const leaveMemory = {
  isSilenced(): boolean {
    try {
      return sessionStorage.getItem(silencedKey) !== null;
    } catch {
      return false;
    }
  },
  silence(): void {
    try {
      sessionStorage.setItem(silencedKey, 'yes');
    } catch {
      // Storage is forbidden: the question comes again.
    }
  },
};

// Upper limit of the wait for the dialog's module.
const dialogPatienceMs = 3000;

export interface LeaveGuardProps {
  partnerId: string;
  /** The outbox has queued or refused entries. */
  isOutgoing: boolean;
  composing: Composing;
  turns: Turns;
  /** The member blocked the partner, which ends the exchange. */
  isBlocked: boolean;
}

/** Confirms leaving with unsent content or an unfinished exchange (docs/specification/chat.md#leaving). */
export function LeaveGuard({ partnerId, isOutgoing, composing, turns, isBlocked }: LeaveGuardProps) {
  const question = leaveQuestion({
    isUnsent: isOutgoing || composing !== 'nothing',
    isUnderWay: turns.isUnderWay && !isBlocked && !leaveMemory.isSilenced(),
  });
  const blocker = useBlocker(
    ({ nextLocation: { pathname } }) =>
      question !== null &&
      !pathname.startsWith('/chat/') &&
      // Looking at the partner's free times belongs to the exchange.
      !(question === 'under-way' && pathname === `/profile/${partnerId}`),
  );

  const isReloadAsked = isCutOff({ isOutgoing, composing });
  useEffect(() => {
    if (!isReloadAsked) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isReloadAsked]);

  const description =
    question === 'unsent'
      ? t('Your message is not sent yet. It is kept until you come back.')
      : counted(
          conversationTurnGoal,
          'You have taken {taken} of 1 turn in this conversation.',
          'You have taken {taken} of {count} turns in this conversation.',
          { taken: turns.count },
        );
  // Offline, the dialog's module cannot load; the browser's own confirm replaces it.
  const askWithoutDialog = () => {
    if (window.confirm(t('Leave this conversation? {why}', { why: description }))) blocker.proceed?.();
    else blocker.reset?.();
  };
  const isAsked = blocker.state === 'blocked';
  const dialog = useLaterModule(() => import('./leave-dialog'), {
    isWanted: isAsked,
    onMissing: askWithoutDialog,
  });

  const onSlow = useEffectEvent(askWithoutDialog);
  const isSlow = isAsked && !dialog;
  useEffect(() => {
    if (!isSlow) return;
    const timer = setTimeout(() => onSlow(), dialogPatienceMs);
    return () => clearTimeout(timer);
  }, [isSlow]);

  if (!dialog) return null;
  return (
    <dialog.LeaveDialog
      isOpen={isAsked}
      description={description}
      canSilence={question === 'under-way'}
      onStay={() => blocker.reset?.()}
      onLeave={(isSilenced) => {
        if (isSilenced) leaveMemory.silence();
        blocker.proceed?.();
      }}
    />
  );
}
