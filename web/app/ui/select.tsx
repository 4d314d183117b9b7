import ChevronDown from 'lucide-react/icons/chevron-down';
import type { ComponentProps } from 'react';
import { classNames } from '#lib/class-names';
import { controlClass, useFieldControl } from './labelled-field';

/** Native select, for the platform's picker on phones; `option` elements as children. */
export function Select({ className, children, ...rest }: ComponentProps<'select'>) {
  return (
    <div className={classNames('relative', className)}>
      <select {...useFieldControl()} {...rest} className={classNames(controlClass, 'appearance-none pe-10')}>
        {children}
      </select>
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 inset-e-3 size-5 -translate-y-1/2 text-ink-soft"
      />
    </div>
  );
}
