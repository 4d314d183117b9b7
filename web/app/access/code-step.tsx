import { t } from '@parlance/words/current';
import { type ComponentProps, useEffect, useRef } from 'react';
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

/** The second half of the form: the code, Back, Confirm and Resend. */
export function CodeStep(props: CodeFormProps & { canConfirm: boolean }) {
  const { controls, canConfirm, confirmLabel = t('Confirm'), confirmingLabel = t('Verifying...') } = props;
  const { flow } = controls;
  const codeField = useRef<HTMLInputElement>(null);
  const isConfirming = flow.busy === 'confirming';

  useEffect(() => {
    if (flow.busy === null && flow.problem?.at !== 'form') codeField.current?.focus();
  }, [flow.busy, flow.problem]);

  return (
    <>
      <Field label={t('Verification code')} error={flow.problem?.at === 'code' && flow.problem.message}>
        <TextInput
          ref={codeField}
          value={flow.code}
          onChange={(event) => controls.typeCode(event.target.value)}
          inputMode="numeric"
          autoComplete="one-time-code"
          spellCheck={false}
          dir="ltr"
          className="text-xl tracking-[0.3em] tabular-nums"
        />
      </Field>
      <div className="grid grid-cols-[auto_1fr] gap-3">
        <Button size="lg" onClick={controls.goBack} disabled={flow.busy !== null}>
          {t('Back')}
        </Button>
        <Button
          type="submit"
          size="lg"
          variant={props.isDangerous ? 'danger' : 'primary'}
          busy={isConfirming}
          disabled={!canConfirm}
        >
          {isConfirming ? confirmingLabel : confirmLabel}
        </Button>
      </div>
      <ResendButton {...props} />
    </>
  );
}

function ResendButton({ controls: { flow, send } }: CodeFormProps) {
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
