import { useEffect, useRef } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { rememberAddress } from './return-address';
import { useSession } from './session-context';

/** Screens for signed-in people; everybody else signs in first and comes back. */
export default function SignedInLayout() {
  const { user, error } = useSession();
  const location = useLocation();
  const wasSignedIn = useRef(false);

  useEffect(() => {
    if (user) wasSignedIn.current = true;
  }, [user]);

  if (user) return <Outlet />;
  // Who signed out by choice is done here, and the next person at this device starts afresh.
  const leftByChoice = wasSignedIn.current && !error;
  return <Navigate to="/login" replace state={leftByChoice ? null : rememberAddress(location)} />;
}
