import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

test('choices of one member are neither read nor stored after a sign-out', async () => {
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
  vi.resetModules();
  const { keepLanguage, keptLanguages } = await import('./kept-languages');
  keepLanguage('of Ana', 'de');
  expect(keptLanguages()).toEqual({ 'of Ana': 'de' });
  expect(keptLanguages()).toBe(keptLanguages());

  stored.clear();
  expect(keptLanguages()).toEqual({});
  keepLanguage('of Ben', null);
  expect([...stored.values()]).toEqual(['{"of Ben":null}']);
});

test('where storage is full or blocked, choices last as long as the page', async () => {
  const refuse = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: refuse });
  vi.resetModules();
  const { keepLanguage, keptLanguages, subscribeKeptLanguages } = await import('./kept-languages');
  const heard = vi.fn();
  subscribeKeptLanguages(heard);
  keepLanguage('a', 'de');
  keepLanguage('b', null);
  expect(keptLanguages()).toEqual({ a: 'de', b: null });
  expect(heard).toHaveBeenCalledTimes(2);
});
