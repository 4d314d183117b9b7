import type { PageData } from '@parlance/contract/page-renderer';
import { createRoot, type Root } from 'react-dom/client';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import Privacy from './privacy';

const text: NonNullable<PageData['privacy']> = {
  title: 'Privacy',
  sections: [
    { heading: 'What is stored', paragraphs: ['Your languages.', 'Your messages.'] },
    { heading: 'Who sees it', paragraphs: ['You <b>and</b> your partner.'] },
  ],
  contact: { label: 'Write to', email: 'hello@example.org' },
};
let root: Root | null = null;
afterEach(() => root?.unmount());

/** The page with the text that came from the server. */
function show(privacy: PageData['privacy']) {
  root = createRoot(document.body.appendChild(document.createElement('div')));
  const loaderData = { privacy: { privacy } };
  const router = createMemoryRouter(
    [{ id: 'privacy', path: '/', loader: () => null, element: <Privacy /> }],
    {
      hydrationData: { loaderData },
    },
  );
  root.render(<RouterProvider router={router} />);
}

test('the text of the server is shown as text, by section, with the address of the operator', async () => {
  show(text);
  await expect.element(page.getByRole('heading', { level: 1, name: 'Privacy' })).toBeVisible();
  const sections = page.getByRole('heading', { level: 2 });
  await expect.element(sections.first()).toHaveTextContent('What is stored');
  await expect.element(sections.nth(1)).toHaveTextContent('Who sees it');
  await expect.element(page.getByText('Your messages.')).toBeVisible();
  await expect.element(page.getByText('You <b>and</b> your partner.')).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'hello@example.org' }))
    .toHaveAttribute('href', 'mailto:hello@example.org');
  await expect.element(page.getByRole('link', { name: 'Try again' })).not.toBeInTheDocument();
});

test('an operator without an address is not linked', async () => {
  show({ ...text, contact: null });
  await expect.element(page.getByText('Your messages.')).toBeVisible();
  expect(page.getByRole('link').query()).toBeNull();
});

test('without its text the page says so and loads itself from the server', async () => {
  show(undefined);
  await expect.element(page.getByRole('link', { name: 'Try again' })).toHaveAttribute('href', '/privacy');
  await expect
    .element(page.getByRole('paragraph'))
    .toMatchTextContent(/^This page could not be loaded completely/);
});
