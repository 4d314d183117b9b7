import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '#lib/class-names';

export interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type'> {
  label: ReactNode;
  help?: ReactNode;
}

/** Checkbox with the whole row as target. The native box keeps keyboard and forced-colour behaviour. */
export function Checkbox({ label, help, className, ...rest }: CheckboxProps) {
  return (
    <label
      className={classNames('flex min-h-11 items-start gap-3 py-2.5 has-disabled:text-ink-faint', className)}
    >
      <input type="checkbox" {...rest} className="mt-0.5 size-5 shrink-0 accent-action" />
      <span className="leading-snug">
        {label}
        {help && <span className="mt-1 block text-sm text-ink-soft">{help}</span>}
      </span>
    </label>
  );
}
