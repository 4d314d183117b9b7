import { arrives, type Entry } from '#src/catalogue-file';
import { childrenOf, literalText, nodesOf, possibleTexts, type Source, type SyntaxNode } from './syntax.ts';

/** A user-facing text of the source. */
export type FoundText = Pick<Entry, 'english' | 'plural' | 'context' | 'notes' | 'files'>;

/** Translation functions, with the number of their texts and the index of the first. */
const translators: Record<string, { from: number; texts: 1 | 2; isTable?: true; isMessage?: true }> = {
  t: { from: 0, texts: 1 },
  parts: { from: 0, texts: 1 },
  sentence: { from: 0, texts: 1 },
  word: { from: 0, texts: 1, isTable: true },
  says: { from: 0, texts: 1, isMessage: true },
  filled: { from: 0, texts: 1, isMessage: true },
  counted: { from: 1, texts: 2 },
  countedParts: { from: 1, texts: 2 },
  countedSentence: { from: 1, texts: 2 },
};
const modules = /^@parlance\/words\/|^#lib\/sentence$|^@parlance\/contract\/message$|^\.\/message\.ts$/;
// These folders do not import words, so their texts are found by position.
const placedFolders = /^(?:contract|client)\//;
const messageNames = new Set(['message', 'error', 'required', 'tooLong']);

/** All texts of a file for the catalogues. Throws on a text that cannot be translated. */
export function findTexts(source: Source): FoundText[] {
  const bound = boundNames(source.program);
  const isPlaced = placedFolders.test(source.file);
  const called = [...nodesOf(source.program)].flatMap((node): FoundText[] => {
    const name = node.type === 'CallExpression' ? translatorOf(node, bound) : null;
    return name ? textsOfCall(source, node, name) : messagesIn(source, node, isPlaced).map(toMessage(source));
  });
  return isPlaced ? [...called, ...notedTexts(source)] : called;
}

const toMessage =
  (source: Source) =>
  (english: string): FoundText => ({
    ...plainText(english),
    notes: notesOfMessage(source.file),
    files: [source.file],
  });

// The error table is the only file of the contract that browsers do not load.
const notesOfMessage = (file: string): string[] =>
  /^server\/|^contract\/src\/error-table\.ts$/.test(file) ? [arrives] : [];

/** Local names of translation functions in a file: imported from words, or destructured from a Words object. */
function boundNames(program: SyntaxNode): Set<string> {
  const names = [...nodesOf(program)].flatMap((node) => {
    if (node.type === 'ImportDeclaration' && modules.test(String((node.source as SyntaxNode).value)))
      return (node.specifiers as SyntaxNode[]).map(({ local }) => String((local as SyntaxNode).name));
    if (node.type !== 'ObjectPattern') return [];
    return (node.properties as SyntaxNode[]).flatMap(({ value }) =>
      (value as SyntaxNode | undefined)?.type === 'Identifier' ? [String((value as SyntaxNode).name)] : [],
    );
  });
  return new Set(names);
}

function translatorOf({ callee }: SyntaxNode, bound: Set<string>): string | null {
  const { type, name, object, property } = callee as SyntaxNode;
  if (type === 'Identifier')
    return bound.has(String(name)) && Object.hasOwn(translators, String(name)) ? String(name) : null;
  if (type !== 'MemberExpression') return null;
  const method = String((property as SyntaxNode).name);
  const owner = object as SyntaxNode;
  const isWords = /words$/i.test(
    String(owner.name ?? (owner.property as SyntaxNode | undefined)?.name ?? ''),
  );
  return isWords && Object.hasOwn(translators, method) ? method : null;
}

function textsOfCall(source: Source, call: SyntaxNode, name: string): FoundText[] {
  const { from, texts, isTable, isMessage } = translators[name] as (typeof translators)[string];
  const given = (call.arguments as SyntaxNode[]).slice(from);
  const note = source.noteAbove(call.start);
  const about = { notes: note ? [note] : [], files: [source.file] };
  // Tables of the server contain messages for clients, except those of mails, which the server translates itself.
  const isSent = isMessage || (isTable && /^server\/.*(?<!mails)\.ts$/.test(source.file));
  const refuse = (why: string): never => {
    throw new Error(`${source.file}: ${name}() ${why}`);
  };
  if (given.slice(0, texts).some(hasHoles)) refuse('takes {placeholders}, no template with holes.');
  if (texts === 2) {
    const [one, other] = [literalText(given[0]), literalText(given[1])];
    if (one === null || other === null) return refuse('needs both texts written out.');
    return [{ ...plainText(one), plural: other, ...about }];
  }
  // `t(label)` looks up a text that a table has marked with `word`.
  const found = possibleTexts(given[0]);
  if (isTable && found.length === 0) return refuse('needs its text written out.');
  const context = isTable ? literalText(given[1]) : null;
  if (isTable && given[1] && context === null) return refuse('needs its context written out.');
  return found.map((english) => {
    const notes = isSent ? [...about.notes, ...notesOfMessage(source.file)] : about.notes;
    return { ...plainText(english), context, ...about, notes };
  });
}

const plainText = (english: string) => ({ english, plural: null, context: null });

const hasHoles = (node: SyntaxNode): boolean =>
  node.type === 'TemplateLiteral' && (node.expressions as SyntaxNode[]).length > 0;

/** Messages by position: of an ApiError anywhere; in the contract also of an error table row or a zod check. */
function messagesIn({ file }: Source, node: SyntaxNode, isPlaced: boolean): string[] {
  return placesIn(node, isPlaced).flatMap((place) => {
    if (hasHoles(place)) throw new Error(`${file}: a message with values is says('… {max}', { max }).`);
    return possibleTexts(place);
  });
}

function placesIn(node: SyntaxNode, isPlaced: boolean): SyntaxNode[] {
  if (node.type === 'NewExpression' && (node.callee as SyntaxNode).name === 'ApiError')
    return (node.arguments as SyntaxNode[]).slice(1).flatMap(placesOfObject);
  if (!isPlaced) return [];
  if (node.type === 'ObjectExpression') return placesOfObject(node);
  const callee = node.type === 'CallExpression' ? (node.callee as SyntaxNode) : null;
  if (callee?.type !== 'MemberExpression' || (callee.object as SyntaxNode).name !== 'z') return [];
  if ((callee.property as SyntaxNode).name === 'literal') return [];
  return node.arguments as SyntaxNode[];
}

function placesOfObject(node: SyntaxNode): SyntaxNode[] {
  if (node.type !== 'ObjectExpression') return [];
  return (node.properties as SyntaxNode[]).flatMap(({ key, value }) =>
    messageNames.has(String((key as SyntaxNode | undefined)?.name)) ? [value as SyntaxNode] : [],
  );
}

/** Texts in statements of the contract and the client below a comment `// words: …`, with that note. */
function notedTexts(source: Source): FoundText[] {
  return (source.program.body as SyntaxNode[]).flatMap((statement) => {
    const note = source.noteAbove(statement.start);
    if (note === null) return [];
    // Texts without letters, such as an emoji, are not translated.
    const texts = valuesIn(statement).filter(({ text }) => /\p{L}/u.test(text));
    return texts.map(({ text, start }) => {
      const message = toMessage(source)(text);
      // A table row may have a separate note.
      return { ...message, notes: [...new Set([note, source.noteAbove(start) ?? note, ...message.notes])] };
    });
  });
}

function valuesIn(node: SyntaxNode): { text: string; start: number }[] {
  const texts = possibleTexts(node);
  if (texts.length > 0) return texts.map((text) => ({ text, start: node.start }));
  const below = node.type === 'Property' ? [node.value as SyntaxNode] : childrenOf(node);
  // Skips type nodes.
  return below.filter(({ type }) => !/^TS(?!As|Satisfies)/.test(type)).flatMap(valuesIn);
}
