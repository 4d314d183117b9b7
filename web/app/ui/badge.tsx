import type { ReactNode } from 'react';
import { classNames } from '#lib/class-names';

export type BadgeTone = 'neutral' | 'positive' | 'danger' | 'strong';

const tones: Record<BadgeTone, string> = {
  neutral: 'bg-sunken text-ink-soft',
  positive: 'bg-positive-soft text-positive',
  danger: 'bg-danger-soft text-danger',
  strong: 'bg-action text-on-action',
};

export interface BadgeProps {
  tone?: BadgeTone | undefined;
  icon?: ReactNode;
  className?: string | undefined;
  children: ReactNode;
}

export function Badge({ tone = 'neutral', icon, className, children }: BadgeProps) {
  return (
    <span
      className={classNames(
        'edge-when-forced inline-flex min-h-6 items-center gap-1.5 rounded-full px-2.5 py-0.5 text-sm leading-tight font-medium',
        tones[tone],
        className,
      )}
    >
      {icon}
      {children}
    </span>
  );
}
