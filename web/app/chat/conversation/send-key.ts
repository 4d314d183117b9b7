/** Enter sends, Shift+Enter breaks the line. IME confirmation never sends: isComposing, or only key code 229 in some browsers. */
export function isSendKey(
  event: Pick<KeyboardEvent, 'key' | 'shiftKey' | 'isComposing' | 'keyCode'>,
): boolean {
  return event.key === 'Enter' && !event.shiftKey && !event.isComposing && event.keyCode !== 229;
}
