import { laterWords } from '@parlance/words/current';
import { Outlet } from 'react-router';

/**
 * Around screens that few people enter by: their words are in a file of their own, and in that of parts what they share with
 * those. The router waits for both.
 */
export const clientLoader = () => Promise.all([laterWords('parts'), laterWords('screens')]);

export default function LaterScreens() {
  return <Outlet />;
}
