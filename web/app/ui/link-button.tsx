import { Link, type LinkProps } from 'react-router';
import { classNames } from '#lib/class-names';
import { type ButtonLook, buttonClass } from './button';

export interface LinkButtonProps extends Omit<LinkProps, 'className'>, ButtonLook {
  className?: string | undefined;
}

/** A link styled as a button, for navigation; use Button for actions. */
export function LinkButton({ variant, size, className, ...rest }: LinkButtonProps) {
  return <Link {...rest} className={classNames(buttonClass({ variant, size }), className)} />;
}
