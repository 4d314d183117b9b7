import type { ComponentProps } from 'react';
import { classNames } from '#lib/class-names';
import { controlClass, useFieldControl } from './labelled-field';

export function TextInput({ className, ...rest }: ComponentProps<'input'>) {
  return (
    <input type="text" {...useFieldControl()} {...rest} className={classNames(controlClass, className)} />
  );
}
