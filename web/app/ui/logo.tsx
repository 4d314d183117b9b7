import { brandName } from '#lib/brand';

export function LogoMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={className}>
      <path
        className="fill-learn-bright"
        d="M20.5 8c5.8 0 9.5 3.9 9.5 8.9 0 2.6-1 4.9-2.7 6.5l.9 3.9a.9.9 0 0 1-1.3 1l-4-1.7c-.8.1-1.6.2-2.4.2C14.7 26.8 11 22 11 16.9 11 11.9 14.7 8 20.5 8Z"
      />
      <path
        className="fill-speak stroke-paper"
        strokeWidth="1.6"
        d="M12.5 3C6.1 3 1.8 7.2 1.8 12.6c0 2.8 1.1 5.2 3 6.9l-1 4.1a1 1 0 0 0 1.4 1.1l4.4-1.9c.9.2 1.9.3 2.9.3 6.4 0 10.7-4.9 10.7-10.5S18.9 3 12.5 3Z"
      />
    </svg>
  );
}

export function Logo() {
  return (
    <span className="flex items-center gap-2 font-display text-xl font-bold tracking-tight">
      <LogoMark className="size-8" />
      {brandName}
    </span>
  );
}
