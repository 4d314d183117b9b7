import { Link, type LinkProps } from 'react-router';
import { classNames } from '#lib/class-names';
import { type ButtonLook, buttonClass } from './button';

export interface LinkButtonProps extends Omit<LinkProps, 'className'>, ButtonLook {
  className?: string | undefined;
}

/** A link that looks like a button: it goes somewhere, a Button does something. */
export function LinkButton({ variant, size, className, ...rest }: LinkButtonProps) {
  return <Link {...rest} className={classNames(buttonClass({ variant, size }), className)} />;
}
