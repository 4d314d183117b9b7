import { t } from '@parlance/words/current';
import { type ComponentProps, useLayoutEffect, useRef } from 'react';
import { Button } from '#ui/button';
import { Field } from '#ui/field';
import { TextInput } from '#ui/text-input';
import { formatWait } from './countdown';
import type { CodeFlowControls } from './use-code-flow';
import { useSecondsUntil } from './use-seconds-until';

export interface CodeFormProps {
  controls: CodeFlowControls;
  addressLabel: string;
  /** Attributes of the address field; `readOnly` for a given address. */
  addressInput: ComponentProps<'input'>;
  confirmLabel?: string | undefined;
  confirmingLabel?: string | undefined;
  isDangerous?: boolean | undefined;
  /** Focuses the address field, for screens with no other purpose. */
  focusAddress?: boolean | undefined;
}

interface CodeStepProps {
  controls: CodeFlowControls;
}

/** The field for the code; it has the focus while nothing else is wrong. */
export function CodeField({ controls: { flow, typeCode } }: CodeStepProps) {
  const codeField = useRef<HTMLInputElement>(null);

  // A layout effect: the error that brings the focus back is read with the field, not by its live region as well.
  useLayoutEffect(() => {
    if (flow.busy === null && flow.problem?.at !== 'form') codeField.current?.focus();
  }, [flow.busy, flow.problem]);

  return (
    <Field label={t('Verification code')} error={flow.problem?.at === 'code' && flow.problem.message}>
      <TextInput
        ref={codeField}
        value={flow.code}
        onChange={(event) => typeCode(event.target.value)}
        inputMode="numeric"
        autoComplete="one-time-code"
        spellCheck={false}
        dir="ltr"
        className="text-xl tracking-[0.3em] tabular-nums"
      />
    </Field>
  );
}

/** Sends another code, after a wait. */
export function ResendButton({ controls: { flow, send } }: CodeStepProps) {
  const seconds = useSecondsUntil(flow.sent?.resendableAtMs ?? null);
  if (seconds > 0) {
    return (
      <p className="flex min-h-11 items-center justify-self-center text-ink-soft tabular-nums">
        {/* words: {wait} is such as 42 s, or 1:05 */}
        {t('Resend code in {wait}', { wait: formatWait(seconds) })}
      </p>
    );
  }
  return (
    <Button
      variant="quiet"
      busy={flow.busy === 'resending'}
      disabled={flow.busy !== null}
      onClick={() => void send()}
      className="justify-self-center"
    >
      {t('Resend code')}
    </Button>
  );
}
