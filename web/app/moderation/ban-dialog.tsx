import { reportReasons } from '@parlance/contract/chat';
import { t } from '@parlance/words/current';
import { word } from '@parlance/words/word';
import { useState } from 'react';
import { sentence } from '#lib/sentence';
import type { Reason } from '#reports/report-form';
import { reasonWords } from '#reports/report-reasons';
import { Checkbox } from '#ui/checkbox';
import { Field } from '#ui/field';
import { Select } from '#ui/select';
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

/** Reasons for which the members to whom the account had written are warned unless the admin says otherwise. */
const warnedOf: readonly Reason[] = ['scam', 'spam', 'harassment'];

/** Bans a member, and on request warns the members to whom the account had written. */
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
          <Field label={t('What is the ban for?')}>
            <Select value={kind} onChange={({ target }) => setKind(target.value as Reason)}>
              {reportReasons.map((value) => (
                <option key={value} value={value}>
                  {t(reasonWords[value])}
                </option>
              ))}
            </Select>
          </Field>
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
