/** How long words that were marked with the pointer are taken to be meant. */
const meantMs = 60_000;

let last: { text: string; at: number } | null = null;

// The press that opens the options of a message takes the marking away.
if ('document' in globalThis) {
  document.addEventListener('selectionchange', () => {
    const text = document.getSelection()?.toString().trim() ?? '';
    if (text !== '') last = { text, at: Date.now() };
  });
}

/** The words of a text that somebody has just marked; null when they have marked none of it, or all. */
export function selectedWordsOf(text: string): string | null {
  const isMeant = last !== null && Date.now() - last.at < meantMs;
  return isMeant && last && last.text !== text.trim() && text.includes(last.text) ? last.text : null;
}
