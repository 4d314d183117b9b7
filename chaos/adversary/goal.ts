/** A promise with its figure. A broken one fails the run with `name: …`. */
export interface Goal {
  name: string;
  promise: string;
  limit: string;
  /** The figure of the model that the numbers of the rules come from, for ten thousand members; a dash where it has none. */
  model: string;
  measured: string;
  isMet: boolean;
}

export const percent = (share: number, digits = 1): string => `${(100 * share).toFixed(digits)} %`;
