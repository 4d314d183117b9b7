import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { signedInItems } from './navigation-items';
import { TopBar } from './top-bar';

test('every way to the settings has one name', () => {
  const items = signedInItems({ userId: 'me' }, undefined);
  const markup = renderToStaticMarkup(
    <MemoryRouter>
      <TopBar home="/" isKnown items={items} onMenuToggle={() => {}} />
    </MemoryRouter>,
  );
  const ways = markup.match(/<a [^>]*href="\/settings"[^>]*>.*?<\/a>/gs) ?? [];
  const names = ways.map((way) => /title="([^"]*)"/.exec(way)?.[1] ?? way.replaceAll(/<[^>]*>/g, ''));
  expect(names).toEqual(['Settings', 'Settings']);
});
