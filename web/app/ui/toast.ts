export interface ToastOptions {
  title: string;
  description?: string | undefined;
  tone?: 'neutral' | 'positive' | 'danger' | undefined;
  /** One thing to do about it, such as to undo it; the toast closes. */
  action?: { label: string; onSelect: () => void } | undefined;
}

type Receiver = (toast: ToastOptions) => void;

let receiver: Receiver | null = null;
let callReceiver: () => void = () => undefined;
/** Resolves at the first toast: whatever shows toasts is needed now. */
export const firstToast = new Promise<void>((resolve) => {
  callReceiver = resolve;
});
const waiting: ToastOptions[] = [];

/** Tells something small that needs no answer. It goes after five seconds, or stays while hovered or focused. */
export function showToast(toast: ToastOptions): void {
  if (receiver) receiver(toast);
  else {
    waiting.push(toast);
    callReceiver();
  }
}

/** Hands over the toasts that wait and all that come, until the returned function is called. */
export function receiveToasts(next: Receiver): () => void {
  receiver = next;
  waiting.splice(0).forEach(next);
  return () => {
    receiver = null;
  };
}
