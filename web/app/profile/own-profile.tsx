import { Navigate } from 'react-router';
import { useSession } from '#session/session-context';
import { pageTitle } from '#shell/brand';

export const meta = () => [{ title: pageTitle('Profile') }];

/** /profile leads to one's own /profile/{userId} (§2). */
export default function OwnProfile() {
  const { user } = useSession();
  return user && <Navigate to={`/profile/${user.userId}`} replace />;
}
