import type { Location } from 'react-router';

/** Whether there is no screen to go back to: the booking screen was opened directly, and perhaps moved on to another slot since. */
export const isFirstScreen = ({ key, state }: Pick<Location, 'key' | 'state'>): boolean =>
  key === 'default' || state?.isFirstScreen === true;
