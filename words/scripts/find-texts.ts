import { arrives, type Entry } from '#src/catalogue-file';
import { childrenOf, literalText, nodesOf, possibleTexts, type Source, type SyntaxNode } from './syntax.ts';

/** A text that the source shows to people. */
export type FoundText = Pick<Entry, 'english' | 'plural' | 'context' | 'notes' | 'files'>;

/** The functions that translate, by how many texts they take and where those begin. */
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
// These import nothing of ours, so what they say is found by its place.
const placedFolders = /^(?:contract|client)\//;
const messageNames = new Set(['message', 'error', 'required', 'tooLong']);

/** Every text in a file that has to be in the catalogues. What cannot be translated as it stands there is thrown. */
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

// The table of errors is the one file of the contract that browsers do not load.
const notesOfMessage = (file: string): string[] =>
  /^server\/|^contract\/src\/error-table\.ts$/.test(file) ? [arrives] : [];

/** Names that stand for our functions in a file: imported from words, or taken out of somebody's words. */
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
  // A table of the server is one of messages, unless it is one of mails, which the server shows itself.
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
  // `t(label)` looks up what a table has marked with `word`.
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

/** Messages by their place: of an ApiError anywhere; in the contract also of a row of the table and of a check of zod. */
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

/** All texts of the statements of the contract and the client that stand below a comment `// words: …`, with that note. */
function notedTexts(source: Source): FoundText[] {
  return (source.program.body as SyntaxNode[]).flatMap((statement) => {
    const note = source.noteAbove(statement.start);
    if (note === null) return [];
    // A sign beside a text, such as an emoji, says the same in every language.
    const texts = valuesIn(statement).filter(({ text }) => /\p{L}/u.test(text));
    return texts.map(({ text, start }) => {
      const message = toMessage(source)(text);
      // One row of a table may have a note of its own.
      return { ...message, notes: [...new Set([note, source.noteAbove(start) ?? note, ...message.notes])] };
    });
  });
}

function valuesIn(node: SyntaxNode): { text: string; start: number }[] {
  const texts = possibleTexts(node);
  if (texts.length > 0) return texts.map((text) => ({ text, start: node.start }));
  const below = node.type === 'Property' ? [node.value as SyntaxNode] : childrenOf(node);
  // Texts of types are none that anybody reads.
  return below.filter(({ type }) => !/^TS(?!As|Satisfies)/.test(type)).flatMap(valuesIn);
}
