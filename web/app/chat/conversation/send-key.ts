import { isComposingKey } from '#lib/composing-key';

/** Enter sends, Shift+Enter breaks the line. The Enter of an input method never sends. */
export function isSendKey(
  event: Pick<KeyboardEvent, 'key' | 'shiftKey' | 'isComposing' | 'keyCode'>,
): boolean {
  return event.key === 'Enter' && !event.shiftKey && !isComposingKey(event);
}
