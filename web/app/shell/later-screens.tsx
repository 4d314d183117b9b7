import { laterWords } from '@parlance/words/current';
import { Outlet } from 'react-router';

/** Around screens that few people enter by: their words are in another file, and the router waits for it. */
export const clientLoader = () => laterWords('screens');

export default function LaterScreens() {
  return <Outlet />;
}
