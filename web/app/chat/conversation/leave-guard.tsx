import { conversationTurnGoal } from '@parlance/contract/chat';
import { counted, t } from '@parlance/words/current';
import { useEffect, useEffectEvent } from 'react';
import { useBlocker } from 'react-router';
import { useLaterModule } from '#lib/use-later-module';
import type { Turns } from './turns';

/** What stands in the place for writing. */
export type Composing = 'nothing' | 'text' | 'recording';

/** What to ask somebody who leaves: what is unsent goes before an exchange half-way. */
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

/** Whether the page going would cut something off: a text is kept as it is typed, a recording and sending end with it. */
export const isCutOff = ({ isOutgoing, composing }: { isOutgoing: boolean; composing: Composing }): boolean =>
  isOutgoing || composing === 'recording';

const silencedKey = 'parlance-leave-exchange';

/** 'Don't ask again' is kept until the tab closes. */
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

// Somebody who wants to go is not kept waiting for long.
const dialogPatienceMs = 3000;

export interface LeaveGuardProps {
  /** Something waits to be sent, or was refused. */
  isOutgoing: boolean;
  /** What was begun and not sent. */
  composing: Composing;
  turns: Turns;
}

/** Asks before somebody leaves something unsent or an exchange half-way (docs/specification/chat.md#leaving). */
export function LeaveGuard({ isOutgoing, composing, turns }: LeaveGuardProps) {
  const question = leaveQuestion({
    isUnsent: isOutgoing || composing !== 'nothing',
    isUnderWay: turns.isUnderWay && !leaveMemory.isSilenced(),
  });
  const blocker = useBlocker(
    ({ nextLocation }) => question !== null && !nextLocation.pathname.startsWith('/chat/'),
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
      ? t('What you have here is not sent yet. It will be kept until you come back.')
      : counted(
          conversationTurnGoal,
          'You are {taken} of 1 turn into this exchange.',
          'You are {taken} of {count} turns into this exchange.',
          { taken: turns.count },
        );
  // Without a connection the dialog may never come; the browser's own question does as well.
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
