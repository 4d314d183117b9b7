import { redirect } from 'react-router';

/** The bare address leads to the search (§2). */
export function clientLoader() {
  return redirect('/dashboard');
}

export default function Home() {
  return null;
}
