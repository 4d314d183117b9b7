import { afterEach, expect, test, vi } from 'vitest';
import { loadProfiles } from './load-profiles.ts';
import { profileAddress } from './profile.ts';

afterEach(() => void vi.unstubAllGlobals());

test('profiles are fetched once each, and one that failed again at the next use', async () => {
  let isLost = true;
  const fetch = vi.fn(async (address: string) =>
    isLost && address.includes('-es-') ? new Response('', { status: 503 }) : new Response('0^a\n(\n'),
  );
  vi.stubGlobal('fetch', fetch);
  const [first, same] = await Promise.all([loadProfiles(['en', 'es']), loadProfiles(['en', 'es'])]);
  expect([...first.keys(), ...same.keys()]).toEqual(['en', 'en']);
  isLost = false;
  expect([...(await loadProfiles(['en', 'es'])).keys()].toSorted()).toEqual(['en', 'es']);
  expect((await loadProfiles(['en', 'es'])).get('es')?.size).toBe(1);
  const addresses = ['en', 'es', 'es'].map(profileAddress);
  expect(fetch.mock.calls.map(([address]) => address)).toEqual(addresses);
});
