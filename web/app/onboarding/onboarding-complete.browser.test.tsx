import { ApiError } from '@parlance/contract/errors';
import type { Programme } from '@parlance/contract/programmes';
import { Route, Routes } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { queryClient } from '#lib/query-client';
import { rememberAddress } from '#session/return-address';
import { server } from '#test/browser/network';
import { coordinatorView, programmeId, programmeSample } from '#test/browser/programme-samples';
import { render } from '#test/browser/render';
import OnboardingComplete from './onboarding-complete';

const joinPath = `/programmes/${programmeId}/join`;
let programme: Programme;
const link = (name: string) => page.getByRole('link', { name, exact: true });

beforeEach(() => {
  programme = programmeSample;
  server.answer('getProgramme', () => ({ ...coordinatorView(programme), role: 'guest' }));
});

async function showAfter(pathname: string, search = '') {
  const { router } = render(
    <Routes>
      <Route path="/onboarding-complete" element={<OnboardingComplete />} />
      <Route path="*" element={null} />
    </Routes>,
  );
  await router.navigate('/onboarding-complete', { state: rememberAddress({ pathname, search, hash: '' }) });
}

test('after an invitation to a programme the way on names it', async () => {
  await showAfter(joinPath, '?invitation=s3cret-of-the-invitation');
  await expect
    .element(link('Join Tandem spring'))
    .toHaveAttribute('href', `${joinPath}?invitation=s3cret-of-the-invitation`);
  await expect
    .poll(() => server.payloads('getProgramme'))
    .toEqual([{ invitation: 's3cret-of-the-invitation' }]);
  await expect.element(link('Continue where you left off')).not.toBeInTheDocument();
});

test.each(['closed', 'gone'])(
  'a programme that is %s is not named, because nobody can join it',
  async (state) => {
    if (state === 'closed') programme = { ...programme, state };
    else
      server.answer('getProgramme', () => {
        throw new ApiError('ResourceNotFound');
      });
    await showAfter(joinPath);
    await expect.poll(() => server.params('getProgramme')).toHaveLength(1);
    await expect.poll(() => queryClient.isFetching()).toBe(0);
    await expect.element(link('Continue where you left off')).toHaveAttribute('href', joinPath);
  },
);

test('the way back to another screen has no name, and asks for no programme', async () => {
  await showAfter('/profile/1');
  await expect.element(link('Continue where you left off')).toHaveAttribute('href', '/profile/1');
  expect(server.params('getProgramme')).toEqual([]);
});

test('partners are offered for three learned languages at most, and availability first where nothing else waits', async () => {
  const language = (languageCode: 'ja' | 'en' | 'de' | 'es' | 'fr', learning: boolean) => ({
    languageCode,
    learning,
    proficiency: 1,
  });
  render(<OnboardingComplete />, {
    profile: {
      languages: [
        language('en', false),
        ...(['ja', 'de', 'es', 'fr'] as const).map((code) => language(code, true)),
      ],
    },
  });
  const partners = page.getByRole('link', { name: /partners$/ });
  await expect
    .poll(() => partners.elements().map((element) => element.getAttribute('href')))
    .toEqual(['ja', 'de', 'es'].map((code) => `/dashboard?languageCode=${code}&type=natives`));
  await expect.element(link('Set up your availability')).toHaveAttribute('href', '/settings#availability');
  expect(link('Continue where you left off').query()).toBeNull();
});
