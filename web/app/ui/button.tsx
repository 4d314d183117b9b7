import type { ComponentProps } from 'react';
import { classNames } from '#lib/class-names';
import { Spinner } from './spinner';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger' | 'inverse';

export interface ButtonLook {
  /** `primary` is the one accent action of a screen. */
  variant?: ButtonVariant | undefined;
  size?: 'md' | 'lg' | undefined;
}

const variants: Record<ButtonVariant, string> = {
  primary: 'bg-action text-on-action hover:bg-action-hover',
  secondary: 'border border-line-strong bg-surface text-ink hover:bg-sunken',
  quiet: 'text-ink hover:bg-sunken',
  danger: 'border border-danger-line text-danger hover:bg-danger-soft',
  inverse: 'bg-on-night text-night hover:bg-on-night/90',
};

/** Class names of a button, for links and menu triggers. */
export function buttonClass({ variant = 'secondary', size = 'md' }: ButtonLook = {}): string {
  return classNames(
    'edge-when-forced inline-flex min-h-11 min-w-11 items-center justify-center gap-2 rounded-md font-medium',
    'transition-colors select-none disabled:opacity-55 aria-disabled:opacity-55',
    size === 'lg' ? 'px-6 py-3 text-lg leading-snug' : 'px-4 py-2 leading-snug',
    variants[variant],
  );
}

export interface ButtonProps extends ComponentProps<'button'>, ButtonLook {
  /** Shows progress and blocks presses. The caller changes the label ('Saving...'). */
  busy?: boolean | undefined;
}

// Not `disabled`, which removes the focus from the pressed button.
const wait = (event: { preventDefault(): void }) => event.preventDefault();

export function Button({ variant, size, busy = false, className, disabled, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      {...(busy ? { 'aria-busy': true, 'aria-disabled': true, onClick: wait } : { disabled })}
      className={classNames(buttonClass({ variant, size }), className)}
    >
      {busy && <Spinner decorative />}
      {children}
    </button>
  );
}
