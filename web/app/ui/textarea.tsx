import type { ComponentProps } from 'react';
import { classNames } from '#lib/class-names';
import { controlClass, useFieldControl } from './labelled-field';

/** Textarea that grows with its text where supported, from `rows` to twelve lines. */
export function Textarea({ className, rows = 4, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea
      dir="auto"
      {...useFieldControl()}
      {...rest}
      rows={rows}
      className={classNames(controlClass, 'field-sizing-content max-h-80 min-h-28 resize-y', className)}
    />
  );
}
