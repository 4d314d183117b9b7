/** Enter sends and Shift+Enter breaks the line. Enter that confirms a word of an input method never sends: some browsers tell it by isComposing, others by key code 229 only. */
export function isSendKey(
  event: Pick<KeyboardEvent, 'key' | 'shiftKey' | 'isComposing' | 'keyCode'>,
): boolean {
  return event.key === 'Enter' && !event.shiftKey && !event.isComposing && event.keyCode !== 229;
}

/** Puts something where the caret is, in place of what is selected. */
export function insertAt(
  text: string,
  inserted: string,
  start: number = text.length,
  end: number = start,
): { text: string; caret: number } {
  return { text: text.slice(0, start) + inserted + text.slice(end), caret: start + inserted.length };
}
