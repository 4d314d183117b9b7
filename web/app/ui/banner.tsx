import { t } from '@parlance/words/current';
import { word } from '@parlance/words/word';
import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import InfoIcon from 'lucide-react/icons/info';
import X from 'lucide-react/icons/x';
import type { ReactNode } from 'react';
import { classNames } from '#lib/class-names';

export type BannerTone = 'neutral' | 'positive' | 'danger';

const looks = {
  neutral: { Icon: InfoIcon, className: 'border-line bg-sunken text-ink' },
  positive: { Icon: CircleCheck, className: 'border-positive-line bg-positive-soft text-positive' },
  danger: { Icon: CircleAlert, className: 'border-danger-line bg-danger-soft text-danger' },
};

export interface BannerProps {
  tone?: BannerTone | undefined;
  onDismiss?: (() => void) | undefined;
  /** Button or link at the end of the text. */
  action?: ReactNode;
  children: ReactNode;
}

/** Result of an action above a form or list. Errors are announced assertively, the rest politely. */
export function Banner({ tone = 'neutral', onDismiss, action, children }: BannerProps) {
  const { Icon, className } = looks[tone];
  return (
    <div
      role={tone === 'danger' ? 'alert' : 'status'}
      className={classNames('flex items-center gap-3 rounded-md border px-4 py-3 leading-snug', className)}
    >
      {/* Where the text would get narrow, the action goes below it. */}
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-3">
        <div className="flex min-w-0 flex-1 basis-64 items-start gap-3">
          <Icon aria-hidden="true" className="mt-px size-5 shrink-0" />
          <div className="min-w-0 flex-1 whitespace-pre-line">{children}</div>
        </div>
        {action}
      </div>
      {onDismiss && (
        <button
          type="button"
          onClick={onDismiss}
          aria-label={t(word('Dismiss', 'a notice'))}
          className="-my-2.5 -me-3 flex size-11 shrink-0 self-start items-center justify-center rounded-md"
        >
          <X aria-hidden="true" className="size-5" />
        </button>
      )}
    </div>
  );
}
