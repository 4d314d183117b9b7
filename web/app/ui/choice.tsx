import Check from 'lucide-react/icons/check';
import type { ComponentProps } from 'react';
import { classNames } from '#lib/class-names';

export interface ChoiceProps extends ComponentProps<'input'> {
  type: 'radio' | 'checkbox';
  /** Colours of the chosen state; ink by default. */
  chosenClass?: string | undefined;
  /** A pill instead of a box. */
  round?: boolean | undefined;
}

/** Large radio or checkbox target; the label is its children. */
export function Choice({ chosenClass, round = false, className, children, ...input }: ChoiceProps) {
  return (
    <label
      className={classNames(
        'group relative flex min-h-11 cursor-pointer items-center gap-2 border border-line-strong bg-surface',
        'py-2 leading-snug transition-colors select-none hover:bg-sunken has-disabled:cursor-not-allowed',
        'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
        'forced-colors:has-checked:outline-2',
        round ? 'rounded-full px-3.5' : 'rounded-md px-3',
        chosenClass ?? 'has-checked:border-ink has-checked:bg-sunken has-checked:ring-1 has-checked:ring-ink',
        className,
      )}
    >
      {/* As large as the label, so that touching to explore finds it where it is seen. */}
      <input {...input} className="absolute inset-0 size-full cursor-[inherit] appearance-none opacity-0" />
      {children}
      <Check
        aria-hidden="true"
        className={classNames(
          'hidden shrink-0 group-has-checked:block',
          // Pills wrap like words: a mark inside would move the next ones.
          round ? 'absolute -top-1 -inset-e-0.5 size-5 rounded-full bg-action p-1 text-on-action' : 'size-4',
        )}
      />
    </label>
  );
}
