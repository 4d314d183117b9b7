import { pageTitle } from '#shell/brand';

export const meta = () => [{ title: pageTitle('Messages') }];

export default function Chats() {
  return <h1 className="text-title">Messages</h1>;
}
