import { t } from '@parlance/words/current';
import { word } from '@parlance/words/word';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { failureMessage } from '#lib/failure-message';
import { Banner } from '#ui/banner';
import { Button } from '#ui/button';
import { Field } from '#ui/field';
import { Textarea } from '#ui/textarea';
import { showToast } from '#ui/toast';
import { type Reason, ReasonSelect } from './reason-select';

export interface ReportFormProps {
  /** The reported content. */
  children: ReactNode;
  onReport: (details: { reason: Reason; text?: string }) => Promise<unknown>;
  /** Further choices, which may depend on the reason. */
  extra?: (reason: Reason) => ReactNode;
  /** Label of the button; 'Report' by default. */
  action?: string;
  /** The message after success. */
  thanked: string;
  onClose: () => void;
}

/** Sends a report to the admins; a failure keeps the text. */
export function ReportForm({ children, onReport, extra, action, thanked, onClose }: ReportFormProps) {
  const [reason, setReason] = useState<Reason>('harassment');
  const [text, setText] = useState('');
  const report = useMutation({
    mutationFn: () => onReport({ reason, ...(text.trim() === '' ? {} : { text: text.trim() }) }),
    onSuccess: () => {
      onClose();
      showToast({ title: thanked, tone: 'positive' });
    },
  });
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        report.mutate();
      }}
    >
      <blockquote className="border-s-2 border-line-strong ps-4 text-ink-soft">{children}</blockquote>
      <ReasonSelect label={t('What is wrong with it?')} value={reason} onChange={setReason} />
      <Field label={t('Anything to add?')} help={t('Optional')}>
        <Textarea value={text} maxLength={1000} rows={2} onChange={({ target }) => setText(target.value)} />
      </Field>
      {extra?.(reason)}
      {report.isError && (
        <Banner tone="danger">{failureMessage(report.error, t('The report could not be sent.'))}</Banner>
      )}
      <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <Button onClick={onClose}>{t('Cancel')}</Button>
        <Button type="submit" variant="primary" busy={report.isPending}>
          {action ?? t(word('Report', 'to tell of a bad message'))}
        </Button>
      </div>
    </form>
  );
}
