const anythingButLetters = /[^\p{L}\p{M}\p{N}]+/gu;

/**
 * Whether a text is made of the words of a message. Case, spaces and signs do not make somebody's words one's own, nor do a few
 * words around a whole message.
 */
export function isVerbatim(text: string, message: string): boolean {
  const [own, theirs] = [lettersOf(text), lettersOf(message)];
  if (own === '') return text !== '' && message.includes(text);
  if (theirs.includes(own)) return true;
  return theirs !== '' && own.includes(theirs) && theirs.length * 2 >= own.length;
}

const lettersOf = (text: string): string =>
  text.normalize('NFKC').toLowerCase().replaceAll(anythingButLetters, '');
