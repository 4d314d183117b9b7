import { pageTitle } from '#shell/brand';

export const meta = () => [{ title: pageTitle('Find Language Partners') }];

export default function Dashboard() {
  return <h1 className="text-title">Find Language Partners</h1>;
}
