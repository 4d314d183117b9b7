import { t } from '@parlance/words/current';
import { type FormEvent, type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { Banner } from '#ui/banner';
import { Button } from '#ui/button';
import { Field } from '#ui/field';
import { TextInput } from '#ui/text-input';
import { type CodeFlow, type CodeProblem, waitingUntilMs } from './code-flow';
import { type CodeFormProps, CodeStep } from './code-step';
import { formatWait } from './countdown';
import { useSecondsUntil } from './use-seconds-until';

/** A form for an address and the code sent to it. */
export function CodeForm(props: CodeFormProps) {
  const { controls, addressLabel, addressInput, focusAddress = false } = props;
  const { flow } = controls;
  const isSent = flow.sent !== null;
  const problemAt = flow.problem?.at;
  const addressField = useRef<HTMLInputElement>(null);
  const wasSent = useRef(false);

  // A layout effect, so that it runs before a surrounding dialog notices the removed button and moves the focus itself.
  useLayoutEffect(() => {
    const cameBack = wasSent.current && !isSent;
    wasSent.current = isSent;
    if (cameBack || problemAt === 'address') addressField.current?.focus();
  }, [isSent, problemAt]);

  useEffect(() => {
    // On a phone the on-screen keyboard would cover the page before it is read.
    if (focusAddress && window.matchMedia('(pointer: fine)').matches) addressField.current?.focus();
  }, [focusAddress]);

  const secondsToWait = useSecondsUntil(waitingUntilMs(flow));
  const canSend = flow.address.trim() !== '' && flow.busy === null && secondsToWait === 0;
  const canConfirm = flow.code !== '' && flow.busy === null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isSent && canConfirm) void controls.confirm();
    else if (!isSent && canSend) void controls.send();
  };

  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      <Field
        label={addressLabel}
        error={problemAt === 'address' && addressError(flow.problem, secondsToWait)}
        help={<span role="status">{helperText(flow)}</span>}
      >
        <TextInput
          {...addressInput}
          ref={addressField}
          value={flow.address}
          readOnly={isSent || addressInput.readOnly}
          onChange={(event) => controls.typeAddress(event.target.value)}
          dir="ltr"
          className="truncate read-only:border-line read-only:bg-sunken"
        />
      </Field>
      {problemAt === 'form' && <Banner tone="danger">{flow.problem?.message}</Banner>}
      {isSent ? (
        <CodeStep {...props} canConfirm={canConfirm} />
      ) : (
        <Button type="submit" variant="primary" size="lg" busy={flow.busy === 'sending'} disabled={!canSend}>
          {flow.busy === 'sending' ? t('Sending...') : t('Send Code')}
        </Button>
      )}
    </form>
  );
}

function helperText({ sent }: CodeFlow): string {
  if (!sent) return t('A confirmation code will be sent.');
  return sent.isAgain ? t('A new confirmation code has been sent.') : t('A confirmation code has been sent.');
}

/** The message with a visible countdown, which is announced only once. */
function addressError(problem: CodeProblem | null, secondsToWait: number): ReactNode {
  if (problem?.waitMs === undefined) return problem?.message;
  if (secondsToWait === 0) return null;
  return (
    <>
      {problem.message} <span className="sr-only">{tryAgainText(Math.ceil(problem.waitMs / 1000))}</span>
      <span aria-hidden="true" className="tabular-nums">
        {tryAgainText(secondsToWait)}
      </span>
    </>
  );
}

// words: {wait} is such as 42 s, or 1:05
const tryAgainText = (seconds: number) => t('Try again in {wait}.', { wait: formatWait(seconds) });
