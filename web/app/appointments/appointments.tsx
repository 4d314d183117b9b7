import { pageTitle } from '#shell/brand';

export const meta = () => [{ title: pageTitle('Upcoming Chats') }];

export default function Appointments() {
  return <h1 className="text-title">Upcoming Chats</h1>;
}
