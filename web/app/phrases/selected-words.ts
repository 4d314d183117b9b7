/** How long a selection counts as recent. */
const meantMs = 60_000;

let last: { text: string; at: number } | null = null;

// Remembered, because the press that opens the message options clears the selection.
if ('document' in globalThis) {
  document.addEventListener('selectionchange', () => {
    const text = document.getSelection()?.toString().trim() ?? '';
    if (text !== '') last = { text, at: Date.now() };
  });
}

/** Recently selected part of a text; null for none or all of it. */
export function selectedWordsOf(text: string): string | null {
  const isMeant = last !== null && Date.now() - last.at < meantMs;
  return isMeant && last && last.text !== text.trim() && text.includes(last.text) ? last.text : null;
}
