import { describe, expect, it } from 'vitest';
import { checkLinear, isSlowOn, timedProblem } from './linear-time.ts';
import { evaluatedPatterns, findPatterns, patternsIn, sourceFiles } from './regular-expressions.ts';

/** Files whose patterns never process untrusted text, with the reason. */
const trusted: Record<string, string> = {
  'contract/src/api-examples.ts': 'reads the contract, when the reference is generated',
  'contract/src/api-markdown.ts': 'reads the contract, when the reference is generated',
  'contract/src/example-markdown.ts': 'reads the contract, when the reference is generated',
  'server/src/call/relay-check.ts': "reads the operator's settings",
  'server/src/config.ts': "reads the operator's settings",
  'web/test/forgotten-words.ts': 'reads screens in tests',
  'web/worker/service-worker.ts': 'reads pages of the build for their files',
};

// Some automata take seconds each while other tests run.
const patient = { timeout: 300_000 };

describe('Every regular expression that may meet text of strangers takes linear time', () => {
  const files = sourceFiles().filter((file) => !(file in trusted));
  const found = files.map((file) => ({ file, ...findPatterns(file) }));

  it('those that are written down, and those that modules build when they load', patient, async () => {
    const building = found.filter(({ computed }) => computed.length > 0);
    const built = await evaluatedPatterns(building.map(({ file }) => file));
    // A pattern built later from runtime values cannot be checked: it has to be a constant, or its file trusted.
    const places = new Set(built.map(({ place }) => place));
    expect(building.flatMap(({ computed }) => computed).filter((place) => !places.has(place))).toEqual([]);

    const all = [...found.flatMap(({ patterns }) => patterns), ...built];
    const distinct = new Map(all.map((pattern) => [`/${pattern.source}/${pattern.flags}`, pattern]));
    const problems = [...distinct].flatMap(([text, pattern]) => {
      const { problem } = checkLinear(pattern);
      return problem === null ? [] : [`${pattern.place} ${text}: ${problem}`];
    });
    expect(problems).toEqual([]);
    expect(distinct.size).toBeGreaterThan(150);
  });

  it('and none of them is a format of zod, whose patterns this check does not see', () => {
    expect(found.flatMap(({ formats }) => formats)).toEqual([]);
  });

  it('every file that is trusted exists and has patterns', () => {
    for (const file of Object.keys(trusted)) {
      const { patterns, computed } = findPatterns(file);
      expect([file, patterns.length + computed.length > 0]).toEqual([file, true]);
    }
  });
});

describe('The check finds', () => {
  it.each([
    ['a literal', 'const a = /x+/g;', ['f.ts:1:11 x+ g'], []],
    ['one in a JSX attribute', 'const a = <i title={"a".replace(/y/, "")} />;', ['f.ts:1:33 y '], []],
    ['a constructor with a text', "new RegExp('z', 'u')", ['f.ts:1:1 z u'], []],
    ['a constructor with anything else', "\n  RegExp('a' + b)", [], ['f.ts:2:3']],
    ['a constructor of the global object', 'new globalThis.RegExp(a)', [], ['f.ts:1:1']],
    ['a template that a search compiles', 'text.match(`a+`)', [], ['f.ts:1:1']],
  ])('%s', (_what, code, patterns, computed) => {
    const found = patternsIn(code.includes('<i') ? 'f.tsx' : 'f.ts', code);
    const shown = found.patterns.map(({ place, source, flags }) => `${place} ${source} ${flags}`);
    expect(shown.map((text) => text.replace('f.tsx', 'f.ts'))).toEqual(patterns);
    expect(found.computed).toEqual(computed);
  });

  it('a format of zod', () => {
    expect(patternsIn('f.ts', 'z.string(); z.email(); z.iso.date()').formats).toEqual([
      'f.ts:1:13',
      'f.ts:1:24',
    ]);
  });
});

const slow = [
  ['a Range header', String.raw`^\s*bytes\s*=\s*(\d*)\s*-\s*(\d*)\s*$`, 'i'],
  [
    'an address that has no ending',
    String.raw`(?<![\p{L}\p{N}@])[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.(?:com|net|org)(?![\p{L}\p{N}])`,
    'u',
  ],
  [
    'a messenger and spaces',
    String.raw`\b(?:telegram|line)\b(?:\s*(?:[:=@>-]|\bis\b)\s*|\s+){1,3}(?=[\w.]*[\d_])[a-z][\w.]{3,}`,
    'u',
  ],
  ['an email address without an @', String.raw`\S+@\S+\.\S+`, 'giu'],
  ['spaces at the end', String.raw`\s+$`, ''],
] as const;

describe('The check refuses', () => {
  it.each(slow)('%s', patient, (_what, source, flags) => {
    expect(checkLinear({ source, flags }).problem).not.toBeNull();
  });

  it.each(slow)('%s, also by time alone', patient, (_what, source, flags) => {
    expect(timedProblem({ source, flags })).not.toBeNull();
  });

  it.each([
    [String.raw`\s+$`, true],
    [String.raw`\s$`, false],
  ])(
    'an attack of a million spaces on /%s/ by the first part that is slow: %s',
    patient,
    (source, isSlow) => {
      const base = 1_000_000;
      const pumps = [{ prefix: '', pump: ' ', bias: 0 }];
      const attack = { pumps, suffix: 'x', base, string: `${' '.repeat(base)}x`, pattern: '' };
      const began = process.threadCpuUsage();
      expect(isSlowOn(new RegExp(source), attack)).toBe(isSlow);
      // The whole text takes many minutes.
      expect(process.threadCpuUsage(began).user).toBeLessThan(20_000_000);
    },
  );

  it.each([
    ['proves', String.raw`\b[a-z][a-z+.-]{1,20}:\/\/\S`, true],
    ['times', '^0+(?=.)', false],
  ])('nothing that is linear: it %s /%s/', patient, (_how, source, isProved) => {
    expect(checkLinear({ source, flags: '' })).toEqual({ problem: null, isProved });
  });
});
