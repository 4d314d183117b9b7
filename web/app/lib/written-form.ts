/** What the form of a page that the server wrote says by now, while it stands there; null where there is none. */
export function readWrittenForm(): URLSearchParams | null {
  const form = globalThis.document?.querySelector<HTMLFormElement>('[data-written] form');
  if (!form?.checkVisibility()) return null;
  return new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)]));
}
