export interface ToastOptions {
  title: string;
  description?: string | undefined;
  tone?: 'neutral' | 'positive' | 'danger' | undefined;
  /** One action, such as undo; closes the toast. */
  action?: { label: string; onSelect: () => void } | undefined;
  /** Label of a second button, which closes the toast; such a toast stays until one is pressed. */
  decline?: string | undefined;
  /** Paths on which the toast is hidden. */
  hiddenOn?: RegExp | undefined;
  /** Called once when the toast is closed, by whatever. */
  onClose?: (() => void) | undefined;
}

type Receiver = (toast: ToastOptions) => void;

let receiver: Receiver | null = null;
let callReceiver: () => void = () => undefined;
/** Resolves at the first toast, to load the renderer. */
export const firstToast = new Promise<void>((resolve) => {
  callReceiver = resolve;
});
const waiting: ToastOptions[] = [];

/** Shows a short notice for five seconds, or longer while hovered or focused. */
export function showToast(toast: ToastOptions): void {
  if (receiver) receiver(toast);
  else {
    waiting.push(toast);
    callReceiver();
  }
}

/** Delivers queued and future toasts until the returned function is called. */
export function receiveToasts(next: Receiver): () => void {
  receiver = next;
  waiting.splice(0).forEach(next);
  return () => {
    receiver = null;
  };
}
