import { useSession } from '#session/session-context';
import { pageTitle } from '#shell/brand';

export const meta = () => [{ title: pageTitle('All set') }];

export default function OnboardingComplete() {
  const { user } = useSession();
  return <h1 className="text-title">You're all set, {user?.name}!</h1>;
}
