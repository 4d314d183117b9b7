import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '#test/browser/render';
import Landing from './landing';

test('the landing page leads to the search and to an account', async () => {
  render(<Landing />, { isVisitor: true });
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  const links = page.getByRole('link').elements();
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Find a partner', '/dashboard'],
    ['Create Free Account', '/signup'],
    ['Create Free Account', '/signup'],
  ]);
});

test('who is quoted says which language they speak and which they learn, each in its own words', async () => {
  render(<Landing />, { isVisitor: true });
  await expect.element(page.getByRole('heading', { name: 'They were shy, too' })).toBeVisible();
  const quoted = [...document.querySelectorAll('figure:has(blockquote) figcaption')];
  expect(quoted.map(({ textContent }) => textContent)).toEqual([
    'TomaszSpeaksPolskiLearning한국어',
    'IngridSpeaksSvenskaLearningPortuguês',
    'SamirSpeaksالعربيةLearningEnglish',
  ]);
  const langs = quoted.map((one) =>
    [...one.querySelectorAll('[lang]')].map((name) => name.getAttribute('lang')),
  );
  expect(langs).toEqual([
    ['pl', 'ko'],
    ['sv', 'pt'],
    ['ar', 'en'],
  ]);
});
