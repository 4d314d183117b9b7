/**
 * Whether a key belongs to an input method (IME), which takes Enter to confirm a word. Safari sends the confirming Enter after the composition
 * has ended; only its key code 229 tells.
 */
export function isComposingKey({
  isComposing,
  keyCode,
}: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean {
  return isComposing || keyCode === 229;
}
