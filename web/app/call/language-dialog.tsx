import type { CallLanguages } from '@parlance/contract/call';
import { t } from '@parlance/words/current';
import { useState } from 'react';
import { languageTitle } from '#languages/language-name';
import { failureMessage } from '#lib/failure-message';
import { Banner } from '#ui/banner';
import { Button } from '#ui/button';
import { Dialog } from '#ui/dialog';
import { Field } from '#ui/field';
import { Select } from '#ui/select';
import type { Room } from './room/room';

type LanguageCode = CallLanguages['first'];

export interface LanguageDialogProps {
  room: Room;
  /** Languages to choose from. */
  codes: LanguageCode[];
  partnerName: string;
  onClose: () => void;
}

/** Proposes another language for a half; applied once the partner agrees. */
export function LanguageDialog({ room, codes, partnerName, onClose }: LanguageDialogProps) {
  const present = room.get().timer.languages;
  const [first, setFirst] = useState(present?.first ?? codes[0] ?? 'en');
  const [second, setSecond] = useState(present?.second ?? codes[1] ?? first);
  const [failure, setFailure] = useState<string | null>(null);
  const offered = [...new Set([...codes, first, second])];
  const ask = async () => {
    try {
      await room.wishLanguages({ first, second });
      onClose();
    } catch (error) {
      setFailure(failureMessage(error, t('It did not work. Please try again.')));
    }
  };
  const choice = (label: string, value: LanguageCode, onChange: (code: LanguageCode) => void) => (
    <Field label={label}>
      <Select value={value} onChange={({ target }) => onChange(target.value as LanguageCode)}>
        {offered.map((code) => (
          <option key={code} value={code}>
            {languageTitle(code)}
          </option>
        ))}
      </Select>
    </Field>
  );
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('Change the languages')}
      description={t('The languages change once {name} agrees.', { name: partnerName })}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button variant="primary" onClick={() => void ask()}>
            {t('Ask {name}', { name: partnerName })}
          </Button>
        </>
      }
    >
      {failure && <Banner tone="danger">{failure}</Banner>}
      {choice(t('First half'), first, setFirst)}
      {choice(t('Second half'), second, setSecond)}
    </Dialog>
  );
}
