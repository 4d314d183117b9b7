import { type ChatMessage, previewMaxLength, reportReasons } from '@parlance/contract/chat';
import type { FullProfile } from '@parlance/contract/people';
import { t } from '@parlance/words/current';
import { word } from '@parlance/words/word';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { previewOf } from '#chat/message-text';
import { failureMessage } from '#lib/failure-message';
import { shortenText } from '#lib/shorten-text';
import { nameOf } from '#people/person-name';
import { useSignedIn } from '#session/signed-in';
import { Banner } from '#ui/banner';
import { Button } from '#ui/button';
import { Dialog } from '#ui/dialog';
import { Field } from '#ui/field';
import { Select } from '#ui/select';
import { Textarea } from '#ui/textarea';
import { showToast } from '#ui/toast';

type Reason = (typeof reportReasons)[number];

const reasonWords = {
  spam: word('Spam or advertising'),
  harassment: word('Harassment or threats'),
  sexual: word('Unwanted sexual content'),
  scam: word('A scam or a request for money'),
  other: word('Something else'),
} satisfies Record<Reason, string>;

export interface ReportDialogProps {
  message: ChatMessage | null;
  partner: FullProfile | undefined;
  onClose: () => void;
}

/** Reports a received message; the people who look at it see it with what came before. */
export function ReportDialog({ message, partner, onClose }: ReportDialogProps) {
  return (
    <Dialog
      open={message !== null}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('Report this message')}
      description={t('We look at it together with the ten messages before it. Your partner is not told.')}
    >
      {message && <ReportForm message={message} partner={partner} onClose={onClose} />}
    </Dialog>
  );
}

function ReportForm({ message, partner, onClose }: ReportDialogProps & { message: ChatMessage }) {
  const { calls } = useSignedIn().runtime;
  const [reason, setReason] = useState<Reason>('harassment');
  const [text, setText] = useState('');
  const report = useMutation({
    mutationFn: () =>
      calls.reportMessage({
        chatMessageId: message.chatMessageId,
        reason,
        ...(text.trim() === '' ? {} : { text: text.trim() }),
      }),
    onSuccess: () => {
      onClose();
      showToast({ title: t('Thank you. The message was reported.'), tone: 'positive' });
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
      <blockquote className="border-s-2 border-line-strong ps-4 text-ink-soft">
        {partner && (
          <p dir="auto" className="text-page-start text-sm font-medium">
            {nameOf(partner)}
          </p>
        )}
        <p dir="auto" className="text-page-start">
          {shortenText(previewOf(message), previewMaxLength.popup)}
        </p>
      </blockquote>
      <Field label={t('What is wrong with it?')}>
        <Select value={reason} onChange={({ target }) => setReason(target.value as Reason)}>
          {reportReasons.map((value) => (
            <option key={value} value={value}>
              {t(reasonWords[value])}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={t('Anything to add?')} help={t('Optional')}>
        <Textarea value={text} maxLength={1000} rows={2} onChange={({ target }) => setText(target.value)} />
      </Field>
      {report.isError && (
        <Banner tone="danger">{failureMessage(report.error, t('The report could not be sent.'))}</Banner>
      )}
      <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <Button onClick={onClose}>{t('Cancel')}</Button>
        <Button type="submit" variant="primary" busy={report.isPending}>
          {t(word('Report', 'to tell of a bad message'))}
        </Button>
      </div>
    </form>
  );
}
