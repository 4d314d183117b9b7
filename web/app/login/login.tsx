import { pageTitle } from '#shell/brand';

export const meta = () => [{ title: pageTitle('Create Account or Sign In') }];

export default function Login() {
  return <h1 className="text-title">Create Account or Sign In</h1>;
}
