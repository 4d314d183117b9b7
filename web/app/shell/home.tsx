import { replace } from 'react-router';

/** Redirects the root to the search (docs/specification/application.md#routes); replaces the entry, so that back does not loop. */
export function clientLoader() {
  return replace('/dashboard');
}

export default function Home() {
  return null;
}
