import { pageTitle } from '#shell/brand';

export const meta = () => [{ title: pageTitle('Conversation') }];

export default function Conversation() {
  return <h1 className="text-title">Conversation</h1>;
}
