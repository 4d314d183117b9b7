import { appealMaxLength } from '@parlance/contract/contact';
import { t } from '@parlance/words/current';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { failureMessage } from '#lib/failure-message';
import { readAgain } from '#lib/read-again';
import { useSignedIn } from '#session/signed-in';
import { Banner } from '#ui/banner';
import { Button } from '#ui/button';
import { Dialog } from '#ui/dialog';
import { Field } from '#ui/field';
import { Textarea } from '#ui/textarea';
import { showToast } from '#ui/toast';
import { standingQuery } from './standing-query';

export interface AppealDialogProps {
  open: boolean;
  returnsFocus: () => HTMLElement | null;
  onClose: () => void;
}

/** Asks the moderators to review a hold; a failure keeps the text. */
export function AppealDialog({ open, returnsFocus, onClose }: AppealDialogProps) {
  const { runtime, user } = useSignedIn();
  const cache = useQueryClient();
  const [text, setText] = useState('');
  const [isEmpty, setEmpty] = useState(false);
  const appeal = useMutation({
    mutationFn: () => runtime.calls.appealStanding({ text: text.trim() }),
    onSuccess: () => {
      onClose();
      showToast({ title: t('Thank you. Your words were sent.'), tone: 'positive' });
    },
    // A hold that has ended meanwhile is refused: the note then disappears with it.
    onSettled: () => readAgain(cache, standingQuery(runtime.calls, user.userId).queryKey),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // React events leave the portal: the form of the settings around the note would be saved, too.
    event.stopPropagation();
    const hasNoWords = text.trim() === '';
    setEmpty(hasNoWords);
    if (!hasNoWords && !appeal.isPending) appeal.mutate();
  };
  return (
    <Dialog
      open={open}
      returnsFocus={returnsFocus}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('Ask for a review')}
      description={t('A moderator reads this together with your account. The answer comes by mail.')}
    >
      <form noValidate className="grid gap-4" onSubmit={submit}>
        <Field
          label={t('What should they know?')}
          error={isEmpty && text.trim() === '' && t('Write a few words first')}
        >
          <Textarea
            value={text}
            maxLength={appealMaxLength}
            rows={4}
            onChange={({ target }) => setText(target.value)}
          />
        </Field>
        {appeal.isError && (
          <Banner tone="danger">{failureMessage(appeal.error, t('Your words could not be sent.'))}</Banner>
        )}
        <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" variant="primary" busy={appeal.isPending}>
            {t('Send')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
