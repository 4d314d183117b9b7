import type { ReactNode } from 'react';
import { classNames } from '#lib/class-names';
import type { SpokenRow } from './conversation-rows';

export interface BubbleProps extends Pick<SpokenRow, 'continues' | 'isFollowed'> {
  isOwn: boolean;
  contentId?: string | undefined;
  isRefused?: boolean | undefined;
  isDeleted?: boolean | undefined;
  action?: ReactNode;
  note?: ReactNode;
  children: ReactNode;
}

export function Bubble({
  isOwn,
  contentId,
  continues,
  isFollowed,
  isRefused = false,
  isDeleted = false,
  action,
  note,
  children,
}: BubbleProps) {
  return (
    <div
      className={classNames(
        'group flex flex-col px-4 sm:px-6',
        isOwn ? 'items-end' : 'items-start',
        isFollowed ? 'pb-1' : 'pb-3',
      )}
    >
      <div
        className={classNames(
          'flex max-w-[88%] items-center gap-1 sm:max-w-[75%]',
          isOwn ? 'flex-row-reverse' : 'flex-row',
        )}
      >
        <div
          id={contentId}
          className={classNames(
            // A long press opens the message actions, which include copying; text selection would interfere.
            'edge-when-forced min-w-0 rounded-xl px-4 py-2.5 pointer-coarse:select-none',
            // A caption wraps at the width of the widest picture, so that a narrow picture is not beside an empty area.
            'has-data-picture:max-w-84',
            isRefused
              ? 'border border-danger-line bg-danger-soft text-ink'
              : isDeleted
                ? 'border border-dashed border-line text-ink-soft'
                : isOwn
                  ? 'bg-night text-on-night'
                  : 'border border-line bg-surface text-ink',
            !continues && (isOwn ? 'rounded-se-sm' : 'rounded-ss-sm'),
          )}
        >
          {children}
        </div>
        {action}
      </div>
      {note}
    </div>
  );
}

export function BubbleFoot({ isOwn, children }: { isOwn: boolean; children: ReactNode }) {
  return (
    <p
      className={classNames('mt-0.5 text-end text-xs leading-snug tabular-nums', !isOwn && 'text-ink-faint')}
    >
      {children}
    </p>
  );
}
