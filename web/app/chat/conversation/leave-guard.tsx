import { conversationTurnGoal } from '@parlance/contract/chat';
import { useEffect, useState } from 'react';
import { useBlocker } from 'react-router';
import { Button } from '#ui/button';
import { Checkbox } from '#ui/checkbox';
import { Dialog } from '#ui/dialog';
import { type Composing, leaveMemory, leaveQuestion } from './leave-rules';
import type { Turns } from './use-turns';

export interface LeaveGuardProps {
  /** Something waits to be sent, or was refused. */
  isOutgoing: boolean;
  /** What was begun and not sent. */
  composing: Composing;
  turns: Turns;
}

/** Asks before somebody leaves something unsent or an exchange half-way (decisions §5). */
export function LeaveGuard({ isOutgoing, composing, turns }: LeaveGuardProps) {
  const [isRemembered, setRemembered] = useState(false);
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

  const leave = () => {
    if (isRemembered) leaveMemory.silence();
    blocker.proceed?.();
  };
  return (
    <Dialog
      open={blocker.state === 'blocked'}
      onOpenChange={(isOpen) => !isOpen && blocker.reset?.()}
      title="Leave this conversation?"
      description={
        question === 'unsent'
          ? 'Something here is not sent yet. It is kept for when you come back.'
          : `You are ${turns.count} of ${conversationTurnGoal} turns into this exchange.`
      }
      footer={
        <>
          <Button onClick={leave}>Leave</Button>
          <Button variant="primary" onClick={() => blocker.reset?.()}>
            Stay
          </Button>
        </>
      }
    >
      {question === 'under-way' && (
        <Checkbox
          label="Don't ask again"
          checked={isRemembered}
          onChange={({ target }) => setRemembered(target.checked)}
        />
      )}
    </Dialog>
  );
}
