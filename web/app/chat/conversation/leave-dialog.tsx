import { t } from '@parlance/words/current';
import { useState } from 'react';
import { Button } from '#ui/button';
import { Checkbox } from '#ui/checkbox';
import { Dialog } from '#ui/dialog';

export interface LeaveDialogProps {
  isOpen: boolean;
  description: string;
  /** Whether 'Don't ask again' is offered. */
  canSilence: boolean;
  onStay: () => void;
  onLeave: (isSilenced: boolean) => void;
}

export function LeaveDialog({ isOpen, description, canSilence, onStay, onLeave }: LeaveDialogProps) {
  const [isSilenced, setSilenced] = useState(false);
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(stillOpen) => !stillOpen && onStay()}
      title={t('Leave this conversation?')}
      description={description}
      footer={
        <>
          <Button onClick={() => onLeave(canSilence && isSilenced)}>{t('Leave')}</Button>
          <Button variant="primary" onClick={onStay}>
            {t('Stay')}
          </Button>
        </>
      }
    >
      {canSilence && (
        <Checkbox
          label={t("Don't ask again")}
          checked={isSilenced}
          onChange={({ target }) => setSilenced(target.checked)}
        />
      )}
    </Dialog>
  );
}
