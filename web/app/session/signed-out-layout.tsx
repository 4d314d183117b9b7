import { Navigate, Outlet, useLocation } from 'react-router';
import { returnAddressOf } from './return-address';
import { useSession } from './session-context';

/** Layout of the sign-in screen; redirects a signed-in member to the remembered address. */
export default function SignedOutLayout() {
  const { user } = useSession();
  const { state } = useLocation();
  if (user) return <Navigate to={returnAddressOf(state)} replace />;
  return <Outlet />;
}
