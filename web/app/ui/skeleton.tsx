import { classNames } from '#lib/class-names';

/** The shape of what comes. Give it the size of the real thing; the words stand beside it in a Spinner. */
export function Skeleton({ className, round = false }: { className?: string | undefined; round?: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'edge-when-forced block animate-breathe bg-line',
        round ? 'rounded-full' : 'rounded-md',
        className,
      )}
    />
  );
}
