import { laterWords } from '@parlance/words/current';
import { Outlet } from 'react-router';

/** Parent route of rarely entered screens, whose words are in separate files; the router waits for both. */
export const clientLoader = () => Promise.all([laterWords('parts'), laterWords('screens')]);

export default function LaterScreens() {
  return <Outlet />;
}
