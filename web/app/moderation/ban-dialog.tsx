import { t } from '@parlance/words/current';
import { word } from '@parlance/words/word';
import { useState } from 'react';
import { sentence } from '#lib/sentence';
import { type Reason, ReasonSelect } from '#reports/reason-select';
import { Checkbox } from '#ui/checkbox';
import { TextDialog } from './text-dialog';
import { useModeration } from './use-moderation';

export interface BanDialogProps {
  open: boolean;
  onClose: () => void;
  userId: string;
  name: string;
  /** The reason of the report that led here. */
  reason?: Reason | null | undefined;
}

/** Ban reasons whose warning to the recipients of the account is checked by default. */
const warnedOf: readonly Reason[] = ['scam', 'spam', 'harassment'];

/** The confirmation dialog of a ban, with an optional warning to the recipients of the account. */
export function BanDialog({ open, onClose, userId, name, reason }: BanDialogProps) {
  const { ban } = useModeration();
  const [kind, setKind] = useState<Reason>(reason ?? 'other');
  const [choice, setChoice] = useState<boolean | null>(null);
  const isWarning = choice ?? warnedOf.includes(kind);
  return (
    <TextDialog
      open={open}
      onClose={onClose}
      title={sentence('Ban {name}?', { name: <bdi>{name}</bdi> })}
      description={t(
        'They are signed out everywhere at once and hidden, their sessions are cancelled, and every report about them is closed. They cannot register again.',
      )}
      label={t('Reason')}
      help={t('For the audit trail; they do not see it.')}
      submit={t(word('Ban', 'to ban somebody'))}
      submitting={t('Banning...')}
      isDangerous
      extra={
        <>
          <ReasonSelect label={t('What is the ban for?')} value={kind} onChange={setKind} />
          <Checkbox
            checked={isWarning}
            onChange={({ target }) => setChoice(target.checked)}
            label={t('Warn the people they wrote to')}
            help={t('Those who read a message see it above their chats; those who answered get a mail.')}
          />
        </>
      }
      onSubmit={(text) => ban(userId, { reason: text, ...(isWarning && { warns: kind }) })}
    />
  );
}
