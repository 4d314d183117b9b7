import { Dialog as Base } from '@base-ui/react/dialog';
import { t } from '@parlance/words/current';
import X from 'lucide-react/icons/x';
import type { ReactNode } from 'react';
import { classNames } from '#lib/class-names';
import { buttonClass } from './button';

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  /** Actions, the accent one last; stacked on a phone with the accent one on top. */
  footer?: ReactNode;
  /** Evaluated on close: whether the focus returns, or the element that receives it. */
  returnsFocus?: true | (() => boolean | HTMLElement | null);
  children?: ReactNode;
}

/** Modal dialog. Traps the focus and restores it on close. */
export function Dialog(props: DialogProps) {
  const { open, onOpenChange, title, description, footer, returnsFocus = true, children } = props;
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Portal>
        <Base.Backdrop
          className={classNames(
            'fixed inset-0 z-50 bg-veil transition-opacity',
            'data-starting-style:opacity-0 data-ending-style:opacity-0',
          )}
        />
        <Base.Popup
          finalFocus={returnsFocus}
          className={classNames(
            'fixed inset-x-0 bottom-0 z-50 flex max-h-[92dvh] flex-col gap-4 overflow-y-auto rounded-t-xl border border-line',
            'bg-surface p-5 pb-7 text-ink shadow-floating transition-[translate,opacity]',
            'sm:top-1/2 sm:bottom-auto sm:mx-auto sm:w-full sm:max-w-md sm:-translate-y-1/2 sm:rounded-xl sm:p-6',
            'data-starting-style:opacity-0 data-ending-style:opacity-0 max-sm:data-starting-style:translate-y-6',
          )}
        >
          <div className="flex items-start gap-3">
            <Base.Title className="min-w-0 flex-1 pt-1.5 text-xl wrap-anywhere">{title}</Base.Title>
            <Base.Close
              className={classNames(buttonClass({ variant: 'quiet' }), '-mt-1 -me-2 px-0')}
              aria-label={t('Close')}
            >
              <X aria-hidden="true" className="size-5" />
            </Base.Close>
          </div>
          {description && <Base.Description className="text-ink-soft">{description}</Base.Description>}
          {children}
          {footer && (
            <div className="flex flex-col-reverse gap-3 pt-2 sm:flex-row sm:justify-end">{footer}</div>
          )}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
