import { Navigate, Outlet, useLocation } from 'react-router';
import { returnAddressOf } from './return-address';
import { useSession } from './session-context';

/** The sign-in screen; somebody who is signed in already, or has just signed in, goes where they wanted to go. */
export default function SignedOutLayout() {
  const { user } = useSession();
  const { state } = useLocation();
  if (user) return <Navigate to={returnAddressOf(state)} replace />;
  return <Outlet />;
}
