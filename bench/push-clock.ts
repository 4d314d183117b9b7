/** Milliseconds of the wall clock with fractions, comparable between processes of one machine. */
export const wallMs = (): number => performance.timeOrigin + performance.now();
