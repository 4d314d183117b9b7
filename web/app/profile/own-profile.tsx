import { t } from '@parlance/words/current';
import { Navigate } from 'react-router';
import { pageTitle } from '#lib/brand';
import { useSession } from '#session/session-context';

export const meta = () => [{ title: pageTitle(t('Profile')) }];

/** Redirects /profile to the member's own /profile/{userId} (docs/specification/application.md#routes). */
export default function OwnProfile() {
  const { user } = useSession();
  return user && <Navigate to={`/profile/${user.userId}`} replace />;
}
