import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parseSync } from 'vite';

export interface Pattern {
  /** The file with line and column, as in `server/src/app.ts:12:3`. */
  place: string;
  source: string;
  flags: string;
}

interface Found {
  patterns: Pattern[];
  /** Places where `RegExp` gets no single literal: the pattern is only known by running the module. */
  computed: string[];
  /** Calls such as `z.email()`, whose patterns are inside zod. */
  formats: string[];
}

interface SyntaxNode {
  type: string;
  start: number;
  [part: string]: unknown;
}

const root = join(import.meta.dirname, '..');
const sources = '{server,contract,client,words}/src/**/*.ts';
const webSources = 'web/{app,worker,written}/**/*.{ts,tsx}';
// String checks of zod that use its own regular expressions.
const zodFormats =
  /^(?:email|url|httpUrl|hostname|uuid\w*|guid|nanoid|cuid2?|ulid|xid|ksuid|emoji|ipv[46]|cidrv[46]|base64(?:url)?|jwt|e164|iso|hex|hash|mac)$/;

/** Every file that may process untrusted text: the code of all packages without tests. */
export function sourceFiles(): string[] {
  return globSync([sources, webSources], { cwd: root })
    .filter((file) => !file.includes('.test.'))
    .toSorted();
}

export const findPatterns = (file: string): Found => patternsIn(file, readFileSync(join(root, file), 'utf8'));

export function patternsIn(file: string, code: string): Found {
  const { program, errors } = parseSync(file, code);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  const found: Found = { patterns: [], computed: [], formats: [] };
  for (const node of nodesOf(program as unknown as SyntaxNode)) {
    const written = writtenPattern(node);
    if (written) found.patterns.push({ place: placeOf(file, code, node), ...written });
    else if (isPatternCall(node)) found.computed.push(placeOf(file, code, node));
    else if (isZodFormat(node)) found.formats.push(placeOf(file, code, node));
  }
  return found;
}

/** Splits the code, so it is called for few of its nodes. */
function placeOf(file: string, code: string, { start }: SyntaxNode): string {
  const before = code.slice(0, start).split('\n');
  return `${file}:${before.length}:${(before.at(-1)?.length ?? 0) + 1}`;
}

function* nodesOf(node: SyntaxNode): Generator<SyntaxNode> {
  yield node;
  for (const part of Object.values(node).flat()) {
    if (typeof part === 'object' && part !== null && 'type' in part) yield* nodesOf(part as SyntaxNode);
  }
}

/** A regular expression literal, or `new RegExp` of one string literal. */
function writtenPattern(node: SyntaxNode): { source: string; flags: string } | null {
  const literal = node.regex as { pattern: string; flags: string } | undefined;
  if (literal) return { source: literal.pattern, flags: literal.flags };
  if (!isPatternCall(node)) return null;
  const [source, flags] = (node.arguments as SyntaxNode[]).map(({ value }) => value);
  return typeof source === 'string' ? { source, flags: typeof flags === 'string' ? flags : '' } : null;
}

// String methods that compile a string argument to a regular expression.
const compiling = ['match', 'matchAll', 'search'];

function isPatternCall({ type, callee, arguments: given }: SyntaxNode): boolean {
  if (type !== 'NewExpression' && type !== 'CallExpression') return false;
  const { name, property } = callee as { name?: string; property?: { name?: string } };
  if (name === 'RegExp' || property?.name === 'RegExp') return true;
  const [first] = given as SyntaxNode[];
  return compiling.includes(property?.name ?? '') && first?.type === 'TemplateLiteral';
}

function isZodFormat({ type, object, property }: SyntaxNode): boolean {
  if (type !== 'MemberExpression') return false;
  const [from, name] = [(object as { name?: string }).name, (property as { name?: string }).name];
  return from === 'z' && zodFormats.test(name ?? '');
}

const run = promisify(execFile);

/** Patterns that the modules of these files build while loading, with their places. */
export async function evaluatedPatterns(files: string[]): Promise<Pattern[]> {
  const recorder = join(import.meta.dirname, 'record-patterns.mjs');
  const { stdout } = await run(process.execPath, [recorder, ...files], { cwd: root });
  return JSON.parse(stdout);
}
