import { moderationText, moderationTextMaxLength } from '@parlance/contract/moderation';
import { type ReactNode, useState } from 'react';
import { refusalOf } from '#lib/refusal';
import { Field } from '#ui/field';
import { FormDialog, type FormDialogProps } from '#ui/form-dialog';
import { Textarea } from '#ui/textarea';

export interface TextDialogProps extends Omit<FormDialogProps, 'check' | 'act' | 'children'> {
  label: string;
  help: string;
  /** Further choices below the text. */
  extra?: ReactNode;
  onSubmit: (text: string) => Promise<unknown>;
}

/** Dialog of an action with a text, such as a ban or a warning. A failure keeps the text. */
export function TextDialog({ label, help, extra, onSubmit, onClose, ...dialog }: TextDialogProps) {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const change = (changed: string) => {
    setText(changed);
    setProblem(null);
  };
  const check = () => {
    const refusal = refusalOf(moderationText, text);
    setProblem(refusal);
    return refusal === null;
  };
  const close = () => {
    change('');
    onClose();
  };
  return (
    <FormDialog {...dialog} onClose={close} check={check} act={() => onSubmit(text.trim())}>
      <Field label={label} help={help} error={problem}>
        <Textarea
          value={text}
          rows={3}
          maxLength={moderationTextMaxLength}
          onChange={({ target }) => change(target.value)}
        />
      </Field>
      {extra}
    </FormDialog>
  );
}
