import { type AttackPattern, checkSync } from 'recheck';
import type { Pattern } from './regular-expressions.ts';

// The other backends are a Java program and binaries that do not exist for every platform.
process.env.RECHECK_BACKEND = 'pure';

// Patterns with larger automata are timed instead. Bounded repetitions are unrolled, up to the 63 of a host name.
const limits = { timeout: 5000, maxRepeatCount: 100 };

export interface Verdict {
  /** Null for a linear-time pattern. */
  problem: string | null;
  /** Whether the automaton proves it; otherwise it was timed on hostile texts. */
  isProved: boolean;
}

/** Whether a search for the pattern takes time linear in the length of any text. */
export function checkLinear({ source, flags }: Omit<Pattern, 'place'>): Verdict {
  const result = checkSync(source, flags, limits);
  if (result.status === 'vulnerable') {
    const { checker, complexity, attack } = result;
    // Lookaheads, lookbehinds and backreferences have no automaton: recheck tries texts on a model, and a timing decides.
    const isSlow = checker === 'automaton' || isSlowOn(new RegExp(source, flags), attack);
    if (isSlow) return { problem: `${complexity.summary}, for example ${attack.pattern}`, isProved: false };
  }
  if (result.status === 'safe' && result.checker === 'automaton') return { problem: null, isProved: true };
  return { problem: timedProblem({ source, flags }), isProved: false };
}

/**
 * Allowed CPU time in milliseconds by text length. A quadratic search takes 100 ms for 10,000 characters and 10 s for 100,000;
 * the short texts catch higher degrees, which would never finish on long ones.
 */
const allowedMs = [
  [300, 30],
  [1000, 40],
  [10_000, 60],
  [100_000, 600],
] as const;
const slowestCount = 8;
// A real attack text of recheck takes seconds to minutes.
const attackMs = 300;

/** Times the pattern on repetitions of parts of its source; returns the text that takes too long, or null. */
export function timedProblem({ source, flags }: Omit<Pattern, 'place'>): string | null {
  const pattern = new RegExp(source, flags);
  // V8 has separate code for one-byte and two-byte strings, and compiles a pattern at its second use.
  for (const text of ['a', 'a', '\u4f60', '\u4f60']) text.replace(pattern, '');
  let texts = hostileTexts(source);
  for (const [length, allowed] of allowedMs) {
    const timed: { text: TextOfLength; ms: number }[] = [];
    for (const text of texts) {
      const ms = searchMs(pattern, text(length));
      if (ms > allowed) return `${Math.round(ms)} ms for ${length} characters: ${JSON.stringify(text(60))}`;
      timed.push({ text, ms });
    }
    if (length < 10_000) continue;
    const slowestFirst = timed.toSorted((one, other) => other.ms - one.ms);
    texts = slowestFirst.slice(0, slowestCount).map(({ text }) => text);
  }
  return null;
}

/**
 * Whether an attack of recheck takes too long. Its repetitions are doubled up to their full number, so that the first slow text decides
 * and a real attack does not run for a minute.
 */
export function isSlowOn(pattern: RegExp, { pumps, suffix, base, string }: AttackPattern): boolean {
  for (let repetitions = 8; repetitions < base; repetitions *= 2) {
    const repeated = pumps.map(
      ({ prefix, pump, bias }) => prefix + pump.repeat(Math.max(0, repetitions + bias)),
    );
    if (searchMs(pattern, repeated.join('') + suffix) > attackMs) return true;
  }
  return searchMs(pattern, string) > attackMs;
}

function searchMs(pattern: RegExp, text: string): number {
  const began = process.threadCpuUsage();
  text.replace(pattern, '');
  const { user, system } = process.threadCpuUsage(began);
  return (user + system) / 1000;
}

type TextOfLength = (length: number) => string;

/** Texts of one repeated unit, after nothing, a word of the pattern or its whole literal text, with an end that makes the match fail. */
function hostileTexts(source: string): TextOfLength[] {
  const plain = source.replace(/\\p\{[^}]*\}|\\u[\da-f]{4}|\\[a-z]|\(\?<?[:=!]/gi, '');
  const words = [...new Set(plain.match(/[\p{L}\d_:"<=/-]{2,}/gu) ?? [])].slice(0, 12);
  const signs = [...new Set(plain.replaceAll(/[\\^$*+?|]/g, '')), ' ', '\t', 'a', 'é', '1', '.', '-', '\n'];
  const single = [...new Set([...signs.slice(0, 40), ...words])];
  const pairs = single.slice(0, 12).flatMap((one) => single.slice(0, 12).map((other) => one + other));
  const spelled = plain.replaceAll(/[\\^$*+?|()[\]{}]/g, '').slice(0, 40);
  return ['', spelled, ...words.slice(0, 4)].flatMap((start) =>
    [...single, ...(start === '' ? pairs : [])].map(
      (unit) => (length: number) => `${start}${unit.repeat(Math.ceil(length / unit.length))}\u0000`,
    ),
  );
}
