import { t } from '@parlance/words/current';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { failureMessage } from '#lib/failure-message';
import { Banner } from '#ui/banner';
import { Button } from '#ui/button';
import { Dialog } from '#ui/dialog';

export interface FormDialogProps {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  description?: ReactNode;
  /** Label of the button, and its label while the act runs. */
  submit: string;
  submitting: string;
  isDangerous?: boolean;
  /** Whether the form can be sent; it shows its own problems. */
  check?: () => boolean;
  act: () => Promise<unknown>;
  children?: ReactNode;
}

/** Dialog of one act. It closes after success; a failure is shown and keeps the input, which the parent holds. */
export function FormDialog({ open, onClose, title, description, ...form }: FormDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={title}
      description={description}
    >
      {open && <ActForm {...form} onClose={onClose} />}
    </Dialog>
  );
}

type ActFormProps = Omit<FormDialogProps, 'open' | 'title' | 'description'>;

function ActForm({ submit, submitting, isDangerous, check, act, onClose, children }: ActFormProps) {
  const { mutate, isPending, error } = useMutation({ mutationFn: act, onSuccess: onClose });
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isPending && (check?.() ?? true)) mutate();
      }}
    >
      {children}
      {error && (
        <Banner tone="danger">{failureMessage(error, t('It did not work. Please try again.'))}</Banner>
      )}
      <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <Button onClick={onClose}>{t('Cancel')}</Button>
        <Button type="submit" variant={isDangerous ? 'danger' : 'primary'} busy={isPending}>
          {isPending ? submitting : submit}
        </Button>
      </div>
    </form>
  );
}
