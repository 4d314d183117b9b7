import CircleAlert from 'lucide-react/icons/circle-alert';
import { createContext, type ReactNode, useContext, useId } from 'react';
import { classNames } from '#lib/class-names';
import { useSpokenOnce } from './use-spoken-once';

interface FieldControl {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

const FieldContext = createContext<FieldControl | null>(null);

/** Attributes that connect a control to its Field's label, help and error. */
export function useFieldControl(): Partial<FieldControl> {
  return useContext(FieldContext) ?? {};
}

export interface FieldProps {
  label: ReactNode;
  help?: ReactNode;
  /** Announced once when it appears (use-spoken-once.ts). */
  error?: ReactNode;
  /** Keeps the label for screen readers only. */
  hideLabel?: boolean | undefined;
  className?: string | undefined;
  children: ReactNode;
}

/** Label, one control (TextInput, Textarea, Select, Combobox), error and help. */
export function Field({ label, help, error, hideLabel = false, className, children }: FieldProps) {
  const id = useId();
  const helpId = `${id}-help`;
  const errorId = `${id}-error`;
  const { live, isDescribed } = useSpokenOnce(id, error);
  const describedBy = [error && isDescribed ? errorId : '', help ? helpId : ''].filter(Boolean).join(' ');
  return (
    <div className={classNames('grid content-start gap-1.5', className)}>
      <label htmlFor={id} className={hideLabel ? 'sr-only' : 'font-medium'}>
        {label}
      </label>
      <FieldContext
        value={{ id, 'aria-describedby': describedBy || undefined, 'aria-invalid': error ? true : undefined }}
      >
        {children}
      </FieldContext>
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
    </div>
  );
}

/** Class names of one-line controls. */
export const controlClass = classNames(
  'min-h-11 w-full rounded-md border border-line-strong bg-surface px-3 py-2 text-base text-ink transition-colors',
  'placeholder:text-ink-faint hover:border-ink-soft aria-invalid:border-danger',
  'disabled:bg-sunken disabled:text-ink-faint',
);
