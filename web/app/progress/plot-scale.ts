/** The end of an axis and its ticks, from 0. */
export interface Scale {
  top: number;
  ticks: number[];
}

const intervalsMax = 4;

/** Whole, round steps (1, 2, 5, 10, 20 …), as few as cover the maximum. */
export function scaleOf(greatest: number): Scale {
  const least = Math.max(greatest, 1) / intervalsMax;
  const power = 10 ** Math.floor(Math.log10(least));
  const round = [1, 2, 5, 10].map((digit) => digit * power).find((step) => step >= least) ?? least;
  const step = Math.max(1, round);
  const intervals = Math.max(1, Math.ceil(greatest / step));
  return { top: intervals * step, ticks: Array.from({ length: intervals + 1 }, (_, nth) => nth * step) };
}
