import { t } from '@parlance/words/current';
import { type FormEvent, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { Banner } from '#ui/banner';
import { Button } from '#ui/button';
import { Field } from '#ui/field';
import { TextInput } from '#ui/text-input';
import { type CodeFlow, waitingUntilMs } from './code-flow';
import { CodeField, type CodeFormProps, ResendButton } from './code-step';
import { formatWait } from './countdown';
import { useSecondsUntil } from './use-seconds-until';

/** A form for an address and the code sent to it. */
export function CodeForm(props: CodeFormProps) {
  const { controls, addressLabel, addressInput, focusAddress = false } = props;
  const { confirmLabel = t('Confirm'), confirmingLabel = t('Verifying...') } = props;
  const { flow } = controls;
  const { problem } = flow;
  const isSent = flow.sent !== null;
  const problemAt = problem?.at;
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

  const waitUntilMs = waitingUntilMs(flow);
  const secondsToWait = useSecondsUntil(waitUntilMs);
  const isWaiting = secondsToWait > 0;
  // One node for each problem: `Field` announces every new node, and this form renders four times a second.
  const addressError = useMemo(() => {
    if (problem?.at !== 'address') return null;
    const { message, waitMs } = problem;
    if (waitMs === undefined) return message;
    return isWaiting && <WaitMessage message={message} waitMs={waitMs} untilMs={waitUntilMs} />;
  }, [problem, isWaiting, waitUntilMs]);
  const canSend = flow.address.trim() !== '' && flow.busy === null && !isWaiting;
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
        error={addressError}
        help={
          <>
            {!isSent && t('A confirmation code will be sent.')}
            {/* Empty at first: the text above is read with the field. */}
            <span role="status">{flow.sent && sentText(flow.sent)}</span>
          </>
        }
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
      {problemAt === 'form' && <Banner tone="danger">{problem?.message}</Banner>}
      {isSent && <CodeField controls={controls} />}
      {/* One submit button for both steps: Orca does not announce the code field when the pressed button is removed in the same change. */}
      <div className="flex gap-3">
        {isSent && (
          <Button size="lg" onClick={controls.goBack} disabled={flow.busy !== null}>
            {t('Back')}
          </Button>
        )}
        <Button
          key="submit"
          type="submit"
          size="lg"
          className="flex-1"
          variant={isSent && props.isDangerous ? 'danger' : 'primary'}
          busy={flow.busy === 'sending' || flow.busy === 'confirming'}
          disabled={isSent ? !canConfirm : !canSend}
        >
          {isSent
            ? flow.busy === 'confirming'
              ? confirmingLabel
              : confirmLabel
            : flow.busy === 'sending'
              ? t('Sending...')
              : t('Send Code')}
        </Button>
      </div>
      {isSent && <ResendButton controls={controls} />}
    </form>
  );
}

const sentText = ({ isAgain }: NonNullable<CodeFlow['sent']>) =>
  isAgain ? t('A new confirmation code has been sent.') : t('A confirmation code has been sent.');

interface WaitMessageProps {
  message: string;
  waitMs: number;
  untilMs: number | null;
}

/** The message with a visible countdown, which is announced only once. It counts by itself, so that its node stays the same. */
function WaitMessage({ message, waitMs, untilMs }: WaitMessageProps) {
  const seconds = useSecondsUntil(untilMs);
  return (
    <>
      {message} <span className="sr-only">{tryAgainText(Math.ceil(waitMs / 1000))}</span>
      <span aria-hidden="true" className="tabular-nums">
        {tryAgainText(seconds)}
      </span>
    </>
  );
}

// words: {wait} is such as 42 s, or 1:05
const tryAgainText = (seconds: number) => t('Try again in {wait}.', { wait: formatWait(seconds) });
