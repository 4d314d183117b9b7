const anythingButLetters = /[^\p{L}\p{M}\p{N}]+/gu;

/** Whether a text consists of a message's words, also with other case, spaces or punctuation, or with a few words around the whole. */
export function isVerbatim(text: string, message: string): boolean {
  const [own, theirs] = [lettersOf(text), lettersOf(message)];
  if (own === '') return text !== '' && message.includes(text);
  if (theirs.includes(own)) return true;
  return theirs !== '' && own.includes(theirs) && theirs.length * 2 >= own.length;
}

const lettersOf = (text: string): string =>
  text.normalize('NFKC').toLowerCase().replaceAll(anythingButLetters, '');
