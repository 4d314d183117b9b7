import { pageTitle } from '#shell/brand';

export const meta = () => [{ title: pageTitle('Settings') }];

export default function Settings() {
  return <h1 className="text-title">Settings</h1>;
}
