import { pageTitle } from '#shell/brand';

export const meta = () => [{ title: pageTitle('Profile') }];

export default function Profile() {
  return <h1 className="text-title">Profile</h1>;
}
