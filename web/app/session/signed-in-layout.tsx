import { useEffect, useRef } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { rememberAddress } from './return-address';
import { useSession } from './session-context';

/** Layout of members' screens; redirects visitors to sign in and back. */
export default function SignedInLayout() {
  const { user, error } = useSession();
  const location = useLocation();
  const wasSignedIn = useRef(false);

  useEffect(() => {
    if (user) wasSignedIn.current = true;
  }, [user]);

  if (user) return <Outlet />;
  // After a deliberate sign-out the address is not remembered: the next member on this device starts afresh.
  const leftByChoice = wasSignedIn.current && !error;
  return <Navigate to="/login" replace state={leftByChoice ? null : rememberAddress(location)} />;
}
