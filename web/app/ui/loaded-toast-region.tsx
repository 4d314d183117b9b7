import { Toast } from '@base-ui/react/toast';
import { t } from '@parlance/words/current';
import X from 'lucide-react/icons/x';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { classNames } from '#lib/class-names';
import { isRightToLeft } from '#lib/page-direction';
import { buttonClass } from './button';
import { receiveToasts, type ToastOptions } from './toast';

interface ToastFacts {
  decline?: string | undefined;
  hiddenOn?: RegExp | undefined;
}

const toastManager = Toast.createToastManager<ToastFacts>();
const edges = { neutral: 'border-line', positive: 'border-positive-line', danger: 'border-danger-line' };

function add({
  title,
  description,
  tone = 'neutral',
  action,
  decline,
  hiddenOn,
  onClose,
}: ToastOptions): void {
  const id = toastManager.add({
    ...(decline && { timeout: 0 }),
    data: { decline, hiddenOn },
    ...(onClose && { onClose }),
    title,
    description,
    type: tone,
    priority: tone === 'danger' ? 'high' : 'low',
    actionProps: action && {
      children: action.label,
      onClick: () => {
        toastManager.close(id);
        action.onSelect();
      },
    },
  });
}

function ToastList() {
  const { toasts } = Toast.useToastManager<ToastFacts>();
  return toasts.map((toast) => <ToastItem key={toast.id} toast={toast} />);
}

function ToastItem({ toast }: { toast: Toast.Root.ToastObject<ToastFacts> }) {
  const isHidden = toast.data?.hiddenOn?.test(useLocation().pathname) ?? false;
  const [wasHidden, setWasHidden] = useState(isHidden);
  if (isHidden && !wasHidden) setWasHidden(true);
  return (
    <Toast.Root
      toast={toast}
      // Shown again after another screen, it would be announced again.
      aria-live={wasHidden ? 'off' : undefined}
      // Towards the edge where toasts are.
      swipeDirection={['down', isRightToLeft() ? 'left' : 'right']}
      className={classNames(
        'flex gap-2 rounded-lg border bg-surface py-2 ps-4 pe-1 text-ink shadow-floating',
        toast.data?.decline ? 'flex-col' : 'items-start',
        'transition-[opacity,translate] data-starting-style:translate-y-3 data-starting-style:opacity-0',
        'data-ending-style:opacity-0 data-limited:hidden',
        edges[toast.type as keyof typeof edges],
        isHidden && 'hidden!',
      )}
    >
      <Toast.Content className="min-w-0 flex-1 py-2.5 leading-snug">
        <Toast.Title render={<p />} className="font-medium whitespace-pre-line" />
        <Toast.Description className="text-sm text-ink-soft" />
      </Toast.Content>
      {toast.data?.decline ? (
        <div className="flex flex-wrap justify-end gap-2 pe-2 pb-1">
          {/* Toast.Close is hidden from screen readers until the region has the focus. */}
          <button
            type="button"
            className={buttonClass({ variant: 'quiet' })}
            onClick={() => toastManager.close(toast.id)}
          >
            {toast.data.decline}
          </button>
          <Toast.Action className={buttonClass()} />
        </div>
      ) : (
        <>
          {toast.actionProps && <Toast.Action className={buttonClass({ variant: 'quiet' })} />}
          <Toast.Close
            className="flex size-11 shrink-0 items-center justify-center rounded-md"
            aria-label={t('Close')}
          >
            <X aria-hidden="true" className="size-5" />
          </Toast.Close>
        </>
      )}
    </Toast.Root>
  );
}

/** Renders toasts; loaded by ToastRegion on the first use of the page. */
export function LoadedToastRegion() {
  useEffect(() => receiveToasts(add), []);
  return (
    <Toast.Provider toastManager={toastManager} limit={3}>
      <Toast.Portal>
        <Toast.Viewport
          aria-label={t('Announcements')}
          className="above-bottom-bar fixed inset-x-4 z-50 flex flex-col gap-3 sm:inset-s-auto sm:w-96"
        >
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}
