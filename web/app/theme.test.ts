import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

type Mode = 'light' | 'dark';

const css = readFileSync(new URL('./theme.css', import.meta.url), 'utf8');

/** Relative luminance of an oklch colour (WCAG 2.2), by way of linear sRGB clipped to its gamut. */
function luminance(lightness: number, chroma: number, hue: number): number {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const clip = (channel: number) => Math.min(1, Math.max(0, channel));
  const red = clip(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s);
  const green = clip(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s);
  const blue = clip(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function tokenLuminance(name: string, mode: Mode): number {
  const line = css.match(
    new RegExp(`--color-${name}: light-dark\\((oklch\\([^)]*\\)), (oklch\\([^)]*\\))\\)`),
  );
  const value = mode === 'light' ? line?.[1] : line?.[2];
  const numbers = value?.match(/[\d.]+/g)?.map(Number);
  if (numbers?.length !== 3) throw new Error(`No pair of opaque oklch colours for ${name}`);
  return luminance(numbers[0]!, numbers[1]!, numbers[2]!);
}

function contrast(foreground: string, background: string, mode: Mode): number {
  const [high, low] = [tokenLuminance(foreground, mode), tokenLuminance(background, mode)].sort(
    (x, y) => y - x,
  );
  return (high! + 0.05) / (low! + 0.05);
}

const papers = ['paper', 'surface', 'sunken'];
const softened = ['speak', 'learn', 'free', 'booked', 'in-session', 'past', 'danger', 'positive'];
const textPairs = [
  ...['ink', 'ink-soft', 'ink-faint', 'speak', 'learn', 'danger', 'positive'].flatMap((text) =>
    papers.map((paper) => [text, paper] as const),
  ),
  ...softened.flatMap((tone) => [[tone, `${tone}-soft`] as const, ['ink', `${tone}-soft`] as const]),
  ...['speak-soft', 'learn-soft', 'past-soft'].map((soft) => ['ink-soft', soft] as const),
  ['on-action', 'action'] as const,
  ['on-action', 'action-hover'] as const,
  ['on-night', 'night'] as const,
];
const graphicPairs = papers.flatMap((paper) => [['line-strong', paper] as const, ['focus', paper] as const]);

describe.each<Mode>(['light', 'dark'])('Contrast of the %s theme (WCAG 2.2, text AAA)', (mode) => {
  test.each(textPairs)('%s text on %s has at least 7:1', (text, paper) => {
    expect(contrast(text, paper, mode)).toBeGreaterThanOrEqual(7);
  });

  test.each(graphicPairs)('%s edge on %s has at least 3:1', (edge, paper) => {
    expect(contrast(edge, paper, mode)).toBeGreaterThanOrEqual(3);
  });
});
