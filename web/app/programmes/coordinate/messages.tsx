import { programmeMax } from '@parlance/contract/programme-limits';
import { mailStudents, messageRecipients } from '@parlance/contract/programme-students';
import type { Programme } from '@parlance/contract/programmes';
import { counted, t } from '@parlance/words/current';
import { word } from '@parlance/words/word';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { failureMessage } from '#lib/failure-message';
import { refusalOf } from '#lib/refusal';
import { Part } from '#programmes/parts/page-frame';
import { useSignedIn } from '#session/signed-in';
import { Banner } from '#ui/banner';
import { Button } from '#ui/button';
import { Field } from '#ui/field';
import { focusFirstProblem } from '#ui/focus-first-problem';
import { Select } from '#ui/select';
import { TextInput } from '#ui/text-input';
import { Textarea } from '#ui/textarea';

type Recipients = (typeof messageRecipients)[number];

const recipientWords = {
  all: word('All students'),
  unmatched: word('Students without a partner'),
  'at-risk': word('Students at risk'),
} satisfies Record<Recipients, string>;

const { subject: subjectSchema, text: textSchema } = mailStudents.payload.shape;

/** A mail to students. It goes through the server: the coordinator sees no address. A failure keeps the text. */
export function Messages({ programme: { programmeId } }: { programme: Programme }) {
  const { calls } = useSignedIn().runtime;
  const [search, setSearch] = useSearchParams();
  const to = messageRecipients.find((one) => one === search.get('to')) ?? 'all';
  const [subject, setSubject] = useState('');
  const [text, setText] = useState('');
  const [problems, setProblems] = useState<{ subject?: string | null; text?: string | null }>({});
  const form = useRef<HTMLFormElement>(null);
  const send = useMutation({
    mutationFn: (mail: { subject: string; text: string }) => calls.mailStudents({ programmeId, to, ...mail }),
    onSuccess: ({ count }, sent) => {
      // Without a reader the text stays for others.
      if (count === 0) return;
      // What was written while sending stays.
      setSubject((present) => (present === sent.subject ? '' : present));
      setText((present) => (present === sent.text ? '' : present));
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = { subject: refusalOf(subjectSchema, subject), text: refusalOf(textSchema, text) };
    setProblems(found);
    if (found.subject === null && found.text === null && !send.isPending)
      return send.mutate({ subject, text });
    focusFirstProblem(form.current);
  };
  return (
    <Part title={t('Messages to students')}>
      <form ref={form} noValidate onSubmit={submit} className="grid max-w-2xl grid-cols-1 gap-4">
        <p className="text-ink-soft">
          {t(
            'Each student gets an email of their own. Answers go to the office. At most three a day to all.',
          )}
        </p>
        {send.isSuccess && send.data.count === 0 && (
          <Banner onDismiss={() => send.reset()}>
            {t('There is nobody to write to, so no mail is sent.')}
          </Banner>
        )}
        {send.isSuccess && send.data.count > 0 && (
          <Banner tone="positive" onDismiss={() => send.reset()}>
            {counted(send.data.count, 'The mail goes to 1 student.', 'The mail goes to {count} students.')}
          </Banner>
        )}
        <Field label={t('To')}>
          <Select value={to} onChange={({ target }) => setSearch({ to: target.value }, { replace: true })}>
            {messageRecipients.map((one) => (
              <option key={one} value={one}>
                {t(recipientWords[one])}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={t('Subject')} error={problems.subject}>
          <TextInput
            dir="auto"
            maxLength={programmeMax.subject}
            value={subject}
            onChange={({ target }) => {
              setSubject(target.value);
              setProblems({});
            }}
          />
        </Field>
        <Field label={t('Text')} error={problems.text}>
          <Textarea
            rows={8}
            maxLength={programmeMax.message}
            value={text}
            onChange={({ target }) => {
              setText(target.value);
              setProblems({});
            }}
          />
        </Field>
        {send.isError && (
          <Banner tone="danger">{failureMessage(send.error, t('It did not work. Please try again.'))}</Banner>
        )}
        <div>
          <Button type="submit" variant="primary" busy={send.isPending}>
            {send.isPending ? t('Sending...') : t('Send')}
          </Button>
        </div>
      </form>
    </Part>
  );
}
