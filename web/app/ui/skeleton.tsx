import { classNames } from '#lib/class-names';

/** Placeholder with the size of the content; a Spinner beside it provides the label. */
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
