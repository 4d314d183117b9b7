import { restrictionDays } from '@parlance/contract/contact-cases';
import { counted, t } from '@parlance/words/current';
import { word } from '@parlance/words/word';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { failureMessage } from '#lib/failure-message';
import { Banner } from '#ui/banner';
import { Button } from '#ui/button';
import { Dialog } from '#ui/dialog';
import { Field } from '#ui/field';
import { Select } from '#ui/select';

export interface RestrictDialogProps {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  onRestrict: (days: number) => Promise<unknown>;
}

const usualDays = 7;
const choices = [...Array(restrictionDays.max).keys()].map((index) => index + restrictionDays.min);

/** Chooses the length of a restriction. */
export function RestrictDialog({ open, onClose, title, onRestrict }: RestrictDialogProps) {
  const [days, setDays] = useState(usualDays);
  const act = useMutation({ mutationFn: () => onRestrict(days), onSuccess: onClose });
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={title}
      description={t(
        'They can write to up to five new people a day, and these messages arrive without a notice. Their conversations go on.',
      )}
    >
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          act.mutate();
        }}
      >
        <Field label={t('For how long?')}>
          <Select value={days} onChange={({ target }) => setDays(Number(target.value))}>
            {choices.map((count) => (
              <option key={count} value={count}>
                {counted(count, '1 day', '{count} days')}
              </option>
            ))}
          </Select>
        </Field>
        {act.isError && (
          <Banner tone="danger">{failureMessage(act.error, t('It did not work. Please try again.'))}</Banner>
        )}
        <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" variant="primary" busy={act.isPending}>
            {t(word('Restrict', 'somebody, for some days'))}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
