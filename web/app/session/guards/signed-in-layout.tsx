import { Navigate, Outlet, useLocation } from 'react-router';
import { useSession } from '#session/session-context';
import { rememberAddress } from './return-address';

/** Screens for signed-in people; everybody else signs in first and comes back. */
export default function SignedInLayout() {
  const { user } = useSession();
  const location = useLocation();
  if (!user) return <Navigate to="/login" replace state={rememberAddress(location)} />;
  return <Outlet />;
}
