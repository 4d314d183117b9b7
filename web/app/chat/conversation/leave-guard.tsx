import { conversationTurnGoal } from '@parlance/contract/chat';
import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { useLaterModule } from '#lib/use-later-module';
import { type Composing, leaveMemory, leaveQuestion } from './leave-rules';
import type { Turns } from './use-turns';

// Somebody who wants to go is not kept waiting for long.
const dialogPatienceMs = 3000;

export interface LeaveGuardProps {
  /** Something waits to be sent, or was refused. */
  isOutgoing: boolean;
  /** What was begun and not sent. */
  composing: Composing;
  turns: Turns;
}

/** Asks before somebody leaves something unsent or an exchange half-way (decisions §5). */
export function LeaveGuard({ isOutgoing, composing, turns }: LeaveGuardProps) {
  const question = leaveQuestion({
    isUnsent: isOutgoing || composing !== 'nothing',
    isUnderWay: turns.isUnderWay && !leaveMemory.isSilenced(),
  });
  const blocker = useBlocker(
    ({ nextLocation }) => question !== null && !nextLocation.pathname.startsWith('/chat/'),
  );

  // A text is kept as it is typed. A recording under way ends with the page, and so does sending.
  const isCutOff = isOutgoing || composing === 'recording';
  useEffect(() => {
    if (!isCutOff) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isCutOff]);

  const isAsked = blocker.state === 'blocked';
  const dialog = useLaterModule(() => import('./leave-dialog'), { isWanted: isAsked });
  const description =
    question === 'unsent'
      ? 'What you have here is not sent yet. It will be kept until you come back.'
      : `You are ${turns.count} of ${conversationTurnGoal} turns into this exchange.`;

  // Without a connection the dialog may never come; the browser's own question does as well.
  useEffect(() => {
    if (!isAsked || dialog) return;
    const askWithoutIt = () => {
      if (window.confirm(`Leave this conversation? ${description}`)) blocker.proceed?.();
      else blocker.reset?.();
    };
    const timer = setTimeout(askWithoutIt, dialogPatienceMs);
    return () => clearTimeout(timer);
  }, [isAsked, dialog, description, blocker]);

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
