import { pageTitle } from '#shell/brand';

export const meta = () => [{ title: pageTitle('Set up your profile') }];

export default function Onboarding() {
  return <h1 className="text-title">Set up your profile</h1>;
}
