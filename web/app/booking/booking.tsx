import { pageTitle } from '#shell/brand';

export const meta = () => [{ title: pageTitle('Book a session') }];

export default function Booking() {
  return <h1 className="text-title">Book a session</h1>;
}
