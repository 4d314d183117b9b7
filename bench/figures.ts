export function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export const median = (values: number[]): number => quantile(values, 0.5);

export const inMs = (ms: number): string => `${ms < 10 ? ms.toFixed(2) : ms.toFixed(0)} ms`;

export const inMsPair = (ms: number[]): string => `${inMs(quantile(ms, 0.5))} / ${inMs(quantile(ms, 0.99))}`;

export const inPercent = (share: number): string => `${(share * 100).toFixed(0)} %`;

export const grouped = (value: number): string => Math.round(value).toLocaleString('en');

export const perSecond = (value: number): string => `${grouped(value)}/s`;

/** One table row: title, baseline, our result, their ratio, and the goal. */
export interface Row {
  what: string;
  bare?: string;
  ours: string;
  ratio?: string;
  goal?: string;
  /** Absent for rows without a goal. */
  isHeld?: boolean;
}

/** Two rates and their ratio, which has to reach the goal if there is one. */
export const rateRow = (what: string, bare: number, ours: number, goal?: number): Row => ({
  what,
  bare: perSecond(bare),
  ours: perSecond(ours),
  ratio: (ours / bare).toFixed(2),
  ...(goal !== undefined && { goal: `≥ ${goal}`, isHeld: ours / bare >= goal }),
});

/** Results of one part of the benchmark. */
export interface Part {
  rows: Row[];
  notes: string[];
  /** Further tables, as Markdown. */
  tables?: { title: string; lines: string[][] }[];
}
