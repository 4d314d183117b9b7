import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
/** Sources of pages and mails. The development outbox and the API page are for developers and stay left to right. */
const sources = [
  'web/app/**/*.{ts,tsx,css}',
  'web/{written,worker}/**/*.{ts,tsx}',
  'server/src/platform/mail-template.ts',
  'server/src/preview/**/*.ts',
];

/** Allowed uses of a physical side, with the reason. */
const sided: Record<string, string> = {
  'web/app/app.css': 'two utilities that name a side for each direction',
  'web/app/chat/pictures/use-zoom.ts': 'an arrow key shows what lies where it points',
  'web/app/chat/voice/waveform-slider.tsx': 'sound runs from left to right in every language',
  'web/app/schedule/grid-keys.ts': 'an arrow key leads where it points',
};

const before = /(?<=["'`\s:!])-?/.source;
const value = /-(?:\d|\[|\(|px\b|auto\b|full\b)/.source;
const side = '(?:left|right)';
const physical = [
  // classes
  `${before}(?:m|p|scroll-m|scroll-p)[lr]${value}`,
  `${before}(?:left|right|translate-x)${value}`,
  `${before}(?:border|rounded)-[lr](?=[-\\s"'\`])`,
  `${before}rounded-[tb][lr](?=[-\\s"'\`])`,
  `${before}(?:text|float|clear|object|bg|origin(?:-top|-bottom)?)-${side}\\b`,
  `${before}(?:bg|mask)-(?:linear|gradient)-to-[tb]?[lr]\\b`,
  // styles
  `(?:margin|padding|border|radius|top|bottom)-${side}\\b`,
  `(?:margin|padding|border)(?:Left|Right)\\b`,
  `(?<![\\w-.])${side}\\s*:(?! \\{)`,
  `(?:text-align|float|clear)\\s*:\\s*${side}`,
  `textAlign: '${side}'`,
  `\\balign="${side}"`,
  `\\bto ${side}\\b\\s*,`,
  // positions and keys
  'translateX|scrollLeft|offsetLeft|ArrowLeft\\b|ArrowRight\\b',
].map((pattern) => new RegExp(pattern, 'g'));

const pointing =
  /^(?:chevrons?|arrow|circle-arrow|move|undo|redo|send|log|step|skip)-(?:left|right|horizontal|out|in|back|forward)$/;
const turnsAround = 'rtl:-scale-x-100';

/** Uses of left or right that would be wrong on a right-to-left page. */
function sidesIn(code: string): string[] {
  const icons = iconsIn(code).map(({ name }) => name);
  return physical
    .flatMap((pattern) => [...code.matchAll(pattern)])
    .map(([found]) => found.trim())
    .filter((found) => !icons.includes(found));
}

const iconsIn = (code: string) =>
  [...code.matchAll(/import (\w+) from 'lucide-react\/icons\/([\w-]+)'/g)]
    .map(([, name = '', file = '']) => ({ name, file }))
    .filter(({ file }) => pointing.test(file));

/** Directional icons that are not mirrored. */
const stiffIconsIn = (code: string): string[] =>
  iconsIn(code)
    .flatMap(({ name }) => [...code.matchAll(new RegExp(`<${name}\\b[^>]*>`, 'g'))])
    .map(([element]) => element)
    .filter((element) => !element.includes(turnsAround));

const files = globSync(sources, { cwd: root })
  .filter((path) => !path.includes('.test.'))
  .map((path) => ({ path, code: readFileSync(join(root, path), 'utf8') }));

describe('Pages can be read from right to left', () => {
  it('no class, style or key names left or right, but where a reason is given', () => {
    const found = files.filter(({ code }) => sidesIn(code).length > 0);
    const unexplained = found.filter(({ path }) => !(path in sided));
    expect(unexplained.map(({ path, code }) => `${path}: ${sidesIn(code).join(', ')}`)).toEqual([]);
    expect(Object.keys(sided).toSorted()).toEqual(found.map(({ path }) => path).toSorted());
  });

  it('an icon that points turns around', () => {
    expect(files.flatMap(({ path, code }) => stiffIconsIn(code).map((icon) => `${path}: ${icon}`))).toEqual(
      [],
    );
    expect(files.filter(({ code }) => iconsIn(code).length > 0)).not.toEqual([]);
  });

  it.each([
    'className="-ml-1 flex"',
    "'flex sm:mr-auto'",
    '`pl-[3px]`',
    '"focus:left-2"',
    '"text-right"',
    '"border-l-2"',
    '"border-r"',
    '"rounded-tl-sm"',
    '"-translate-x-1/2"',
    '"bg-linear-to-r"',
    "style={{ left: '4px' }}",
    'style={{ marginLeft: 4 }}',
    'padding-left:24px',
    'text-align: right;',
    '<td align="left">',
    "event.key === 'ArrowLeft'",
    'element.scrollLeft = 0',
  ])('finds the side in %s', (code) => expect(sidesIn(code)).not.toEqual([]));

  it.each([
    'className="-ms-1 flex pe-2 inset-s-0 text-end"',
    '"border-line rounded-lg bg-linear-to-b border-red"',
    'const left = languages.length',
    "'the person has left.'",
    "import ArrowLeft from 'lucide-react/icons/arrow-left';\n<ArrowLeft />",
  ])('finds none in %s', (code) => expect(sidesIn(code)).toEqual([]));
});
