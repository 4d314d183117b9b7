import { createContext, type ReactNode, useContext, useId } from 'react';
import { classNames } from '#lib/class-names';

export interface FieldControl {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

const FieldContext = createContext<FieldControl | null>(null);

/** Attributes that connect a control to the label, help and error of its field. */
export function useFieldControl(): Partial<FieldControl> {
  return useContext(FieldContext) ?? {};
}

export interface LabelledFieldProps {
  label: ReactNode;
  /** Keeps the label for screen readers only. */
  hideLabel?: boolean | undefined;
  className?: string | undefined;
  children: ReactNode;
}

interface Parts extends LabelledFieldProps {
  /** Attributes of the control, from a field that adds parts to it. */
  control?: FieldControl;
  below?: ReactNode;
}

/** Label and one control that can have neither help nor error: Field has both, and is not part of the first load of the search. */
export function LabelledField({ label, hideLabel = false, className, children, control, below }: Parts) {
  const ownId = useId();
  const { id } = control ?? { id: ownId };
  return (
    <div className={classNames('grid content-start gap-1.5', className)}>
      <label htmlFor={id} className={hideLabel ? 'sr-only' : 'font-medium'}>
        {label}
      </label>
      <FieldContext value={control ?? { id, 'aria-describedby': undefined, 'aria-invalid': undefined }}>
        {children}
      </FieldContext>
      {below}
    </div>
  );
}

/** Class names of one-line controls. */
export const controlClass = classNames(
  'min-h-11 w-full rounded-md border border-line-strong bg-surface px-3 py-2 text-base text-ink transition-colors',
  'placeholder:text-ink-faint hover:border-ink-soft aria-invalid:border-danger',
  'disabled:bg-sunken disabled:text-ink-faint',
);
