import CircleAlert from 'lucide-react/icons/circle-alert';
import { type ReactNode, useId } from 'react';
import { LabelledField, type LabelledFieldProps } from './labelled-field';
import { useSpokenOnce } from './use-spoken-once';

export interface FieldProps extends LabelledFieldProps {
  help?: ReactNode;
  /** Announced once when it appears (use-spoken-once.ts). */
  error?: ReactNode;
}

/** Label, one control (TextInput, Textarea, Select, Combobox), error and help. */
export function Field({ help, error, ...labelled }: FieldProps) {
  const id = useId();
  const helpId = `${id}-help`;
  const errorId = `${id}-error`;
  const { live, isDescribed } = useSpokenOnce(id, error);
  const describedBy = [error && isDescribed ? errorId : '', help ? helpId : ''].filter(Boolean).join(' ');
  return (
    <LabelledField
      {...labelled}
      control={{ id, 'aria-describedby': describedBy || undefined, 'aria-invalid': error ? true : undefined }}
      below={
        <>
          {/* Always there, so that an error that comes later is announced. */}
          <div aria-live={live} className="empty:hidden">
            {error && (
              <p id={errorId} className="flex items-start gap-1.5 text-sm text-danger">
                <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
                <span>{error}</span>
              </p>
            )}
          </div>
          {help && (
            <p id={helpId} className="text-sm text-ink-soft">
              {help}
            </p>
          )}
        </>
      }
    />
  );
}
