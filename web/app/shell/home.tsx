import { replace } from 'react-router';

/** The bare address leads to the search (docs/specification/application.md#routes); replaced, so that going back does not lead here and forward again. */
export function clientLoader() {
  return replace('/dashboard');
}

export default function Home() {
  return null;
}
