import { parseSync } from 'vite';

/** A syntax tree node with the fields in use. */
export interface SyntaxNode {
  type: string;
  start: number;
  end: number;
  [part: string]: unknown;
}

export interface Source {
  file: string;
  program: SyntaxNode;
  /** The text of the comment `// words: …` that ends directly above a position, or null. */
  noteAbove(start: number): string | null;
}

const noteStart = /^\s*words:\s*/;

export function parseSource(file: string, code: string): Source {
  const { program, comments, errors } = parseSync(file, code);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  const lineOf = (place: number) => code.slice(0, place).split('\n').length;
  const notes = new Map(
    comments
      .filter(({ value }) => noteStart.test(value))
      .map(({ value, end }) => [lineOf(end), value.replace(noteStart, '').trim()]),
  );
  return {
    file,
    program: program as unknown as SyntaxNode,
    noteAbove: (start) => (notes.size === 0 ? null : (notes.get(lineOf(start) - 1) ?? null)),
  };
}

const isNode = (part: unknown): part is SyntaxNode =>
  typeof part === 'object' && part !== null && typeof (part as SyntaxNode).type === 'string';

/** The child nodes in source order. */
export function childrenOf(node: SyntaxNode): SyntaxNode[] {
  return Object.values(node)
    .flatMap((part) => (Array.isArray(part) ? part : [part]))
    .filter(isNode);
}

/** Every node, outer ones first. */
export function* nodesOf(node: SyntaxNode): Generator<SyntaxNode> {
  yield node;
  for (const child of childrenOf(node)) yield* nodesOf(child);
}

/** The constant text of an expression; null with interpolations or for anything else. */
export function literalText(node: SyntaxNode | undefined): string | null {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node?.type === 'TemplateLiteral' && (node.expressions as SyntaxNode[]).length === 0)
    return (node.quasis as { value: { cooked: string } }[])[0]?.value.cooked ?? null;
  if (node?.type === 'BinaryExpression' && node.operator === '+') {
    const [left, right] = [literalText(node.left as SyntaxNode), literalText(node.right as SyntaxNode)];
    return left === null || right === null ? null : left + right;
  }
  return null;
}

/** The possible texts of an expression: both branches of a conditional, as far as they are constant. */
export function possibleTexts(node: SyntaxNode | undefined): string[] {
  const text = literalText(node);
  if (text !== null) return [text];
  if (node?.type === 'ConditionalExpression')
    return [node.consequent, node.alternate].flatMap((side) => possibleTexts(side as SyntaxNode));
  if (node?.type === 'LogicalExpression')
    return [node.left, node.right].flatMap((side) => possibleTexts(side as SyntaxNode));
  if (node?.type === 'TSAsExpression') return possibleTexts(node.expression as SyntaxNode);
  return [];
}
