import { moderationText, moderationTextMaxLength } from '@parlance/contract/moderation';
import { t } from '@parlance/words/current';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { failureMessage } from '#lib/failure-message';
import { refusalOf } from '#lib/refusal';
import { Banner } from '#ui/banner';
import { Button } from '#ui/button';
import { Dialog } from '#ui/dialog';
import { Field } from '#ui/field';
import { Textarea } from '#ui/textarea';

export interface TextDialogProps {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  description: ReactNode;
  label: string;
  help: string;
  /** Label of the button, and its label while the action runs. */
  submit: string;
  submitting: string;
  isDangerous?: boolean;
  /** Further choices below the text. */
  extra?: ReactNode;
  onSubmit: (text: string) => Promise<unknown>;
}

/** Dialog of an action with a text, such as a ban or a warning. A failure keeps the text. */
export function TextDialog({ open, onClose, title, description, ...form }: TextDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={title}
      description={description}
    >
      {open && <TextForm {...form} onClose={onClose} />}
    </Dialog>
  );
}

type TextFormProps = Omit<TextDialogProps, 'open' | 'title' | 'description'>;

function TextForm(props: TextFormProps) {
  const { label, help, submit, submitting, isDangerous, extra, onSubmit, onClose } = props;
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const act = useMutation({
    mutationFn: () => onSubmit(text.trim()),
    onSuccess: onClose,
  });
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        const refusal = refusalOf(moderationText, text);
        setProblem(refusal);
        if (refusal === null) act.mutate();
      }}
    >
      <Field label={label} help={help} error={problem}>
        <Textarea
          value={text}
          rows={3}
          maxLength={moderationTextMaxLength}
          onChange={({ target }) => {
            setText(target.value);
            setProblem(null);
          }}
        />
      </Field>
      {extra}
      {act.isError && (
        <Banner tone="danger">{failureMessage(act.error, t('It did not work. Please try again.'))}</Banner>
      )}
      <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <Button onClick={onClose}>{t('Cancel')}</Button>
        <Button type="submit" variant={isDangerous ? 'danger' : 'primary'} busy={act.isPending}>
          {act.isPending ? submitting : submit}
        </Button>
      </div>
    </form>
  );
}
