import { ApiError } from '@parlance/contract/errors';
import type { ProgrammeView } from '@parlance/contract/programme-place';
import { Route, Routes } from 'react-router';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { server } from '#test/browser/network';
import { at, coordinatorView, idOf, programmeId, programmeSample } from '#test/browser/programme-samples';
import { emptyOverview, showProgramme } from '#test/browser/programme-screens';
import { render } from '#test/browser/render';
import { setLanguage } from '#test/browser/surroundings';
import MemberPages from './member-pages';

// Screens of a student before the round.

const place: NonNullable<ProgrammeView['place']> = {
  offers: [{ languageCode: 'de', isNative: true }],
  seeks: [{ languageCode: 'es', level: 'intermediate' }],
  timeZone: 'Europe/Berlin',
  freeHours: [{ weekday: 2, from: '18:00', to: '20:00' }],
  wishes: { sameGender: false, similarLevel: false, similarAge: false, sharedInterests: false },
  gender: null,
  ageBand: null,
  needsCredits: false,
  partnersMax: 1,
  studentNumber: null,
  status: 'waiting',
  consentVersion: 1,
  joinedAt: at,
};
const guest: ProgrammeView = {
  ...coordinatorView({ ...programmeSample, state: 'registration' }),
  role: 'guest',
};
const waiting: ProgrammeView = { ...guest, role: 'student', place };

let view: ProgrammeView;
const button = (name: string) => page.getByRole('button', { name, exact: true });
const dialog = () => page.getByRole('dialog');

beforeEach(() => {
  view = waiting;
  server.answer('getProgramme', () => view);
  server.answer('listOwnLanguages', () => ({ languages: [] }));
  server.answer('getWeeklyHours', () => ({
    timeZone: 'Europe/Berlin',
    rules: [],
    minNoticeHours: 0,
    bufferMinutes: 0,
    weeksAhead: 4,
    isFull: false,
  }));
});

describe('a student who waits', () => {
  test('sees the place and the own answers', async () => {
    showProgramme();
    await expect.element(page.getByText(/^You have a place\. Registration is open/)).toBeVisible();
    const answer = (label: string) => page.getByText(label, { exact: true }).element().nextElementSibling;
    expect(answer('I speak')?.textContent).toBe('German');
    expect(answer('I want to learn')?.textContent).toBe('Spanish');
    expect(answer('Free')?.textContent).toMatch(/^Tue .*8:00/);
  });

  test('is told what leaving deletes, without a partner who does not exist', async () => {
    showProgramme();
    await button('Leave the programme').click();
    await expect
      .element(dialog().getByText('Your place, your answers and your hours are deleted.'))
      .toBeVisible();
    await expect.element(dialog().getByText(/partner/)).not.toBeInTheDocument();
  });

  test('asks the coordinator a question, which is no report', async () => {
    await setLanguage('ar');
    showProgramme();
    await button('سؤال المنسّق').click();
    await expect.element(dialog().getByLabelText('ما موضوع سؤالك؟')).toBeVisible();
    await expect.element(dialog().getByText(/البلاغ/)).not.toBeInTheDocument();
  });
  test('asks the coordinator about hours, in words', async () => {
    server.answer('askForHelp', () => ({ hasEndedPair: false }));
    showProgramme();
    await button('Ask the coordinator').click();
    await userEvent.selectOptions(dialog().getByRole('combobox'), 'My hours');
    await dialog().getByLabelText('Your question').fill(' ');
    await dialog().getByRole('button', { name: 'Send' }).click();
    await expect.element(dialog().getByText('Please write a question.')).toBeVisible();
    expect(server.payloads('askForHelp')).toEqual([]);
    await dialog().getByLabelText('Your question').fill('Do they count?');
    await dialog().getByRole('button', { name: 'Send' }).click();
    await expect.element(page.getByText('The coordinator is told.')).toBeVisible();
    await expect
      .poll(() => server.payloads('askForHelp'))
      .toEqual([{ kind: 'hours', text: 'Do they count?' }]);
    await button('Ask the coordinator').click();
    await expect.element(dialog().getByLabelText('Your question')).toHaveValue('');
  });

  test('with a partner is told that the partner learns of it', async () => {
    view = {
      ...waiting,
      partners: [
        {
          pairId: idOf(9),
          profile: { userId: idOf(8), name: 'Nuria', description: '', profileImageUrl: null, createdAt: at },
          learns: 'es',
          teaches: 'de',
          commonHours: [],
          since: at,
        },
      ],
    };
    showProgramme();
    await button('Leave the programme').click();
    await expect.element(dialog().getByText(/Your partner is told that you left\.$/)).toBeVisible();
  });
});

describe('the form of a place', () => {
  test.each([
    ['a guest with an invitation', guest, 'Find Language Partners', '/dashboard'],
    ['a student', waiting, 'My programme', `/programmes/${programmeId}`],
  ])('is not shown to %s when the programme has ended', async (_who, present, next, href) => {
    view = { ...present, programme: { ...present.programme, state: 'closed' } };
    showProgramme('/join');
    await expect.element(page.getByText('Registration for this programme is closed.')).toBeVisible();
    await expect.element(page.getByRole('link', { name: next })).toHaveAttribute('href', href);
    await expect.element(page.getByRole('button')).not.toBeInTheDocument();
  });

  test('announces that the consent is missing, and the checkbox is described by its text', async () => {
    view = guest;
    showProgramme('/join');
    const consent = page.getByRole('checkbox', { name: 'I have read this and agree.' });
    await expect.element(consent).toHaveAccessibleDescription(view.programme.consentText);
    const region = page
      .getByRole('group', { name: 'What the office sees' })
      .element()
      .querySelector('[aria-live]');
    expect(region?.textContent).toBe('');
    await button('Join').click();
    await expect.poll(() => region?.textContent).toMatch(/./);
    expect(region?.getAttribute('aria-live')).toBe('polite');
  });

  test('says why no further language can be chosen', async () => {
    view = waiting;
    showProgramme('/join');
    const add = page.getByLabelText('Add a language you speak');
    await expect
      .element(add)
      .toHaveAccessibleDescription('All languages of this programme are chosen already.');
    await button('Remove Spanish').click();
    await expect.element(add).not.toHaveAccessibleDescription();
    // The pressed button is gone with its row.
    await expect.element(page.getByLabelText('Add a language you want to learn')).toHaveFocus();
  });
});

describe('a place that is changed', () => {
  const tuesday = () => page.getByRole('group', { name: 'Tuesday' });
  const times = () =>
    tuesday()
      .getByRole('combobox')
      .elements()
      .map((field) => (field as HTMLSelectElement).value);
  const choose = (place: number, time: string) =>
    userEvent.selectOptions(tuesday().getByRole('combobox').nth(place), time);

  test('is saved as it is shown, without a second consent', async () => {
    server.answer('joinProgramme', () => place);
    const { router } = showProgramme('/join');
    await expect.element(page.getByRole('heading', { name: 'Change languages and times' })).toBeVisible();
    await expect.element(page.getByRole('checkbox', { name: 'I have read this and agree.' })).toBeChecked();
    await page.getByRole('radio', { name: 'Fluent' }).first().click();
    await page.getByRole('checkbox', { name: 'Somebody of a similar age' }).click();
    await userEvent.selectOptions(page.getByLabelText('Your age'), '26-30');
    await page.getByRole('checkbox', { name: 'I need credits for this' }).click();
    await button('Save').click();
    await expect.element(page.getByText('Your place is changed.')).toBeVisible();
    await expect.poll(() => router.state.location.pathname).toBe(`/programmes/${programmeId}`);
    await expect
      .poll(() => server.payloads('joinProgramme'))
      .toMatchObject([
        {
          offers: [{ languageCode: 'de', isNative: false }],
          seeks: [{ languageCode: 'es', level: 'intermediate' }],
          wishes: { sameGender: false, similarLevel: false, similarAge: true, sharedInterests: false },
          ageBand: '26-30',
          needsCredits: true,
          partnersMax: 1,
          freeHours: place.freeHours,
          consentVersion: 1,
        },
      ]);
  });

  test('a further time of a day begins where the last one ends, and a start behind the end moves the end', async () => {
    showProgramme('/join');
    await expect.poll(times).toEqual(['18:00', '20:00']);
    await tuesday().getByRole('button', { name: 'Add hours on Tuesday' }).click();
    await expect.poll(times).toEqual(['18:00', '20:00', '20:00', '22:00']);
    await expect.element(tuesday().getByRole('combobox').nth(2)).toHaveFocus();
    await choose(2, '21:30');
    await expect.poll(times).toEqual(['18:00', '20:00', '21:30', '22:00']);
    await choose(2, '22:00');
    await expect.poll(times).toEqual(['18:00', '20:00', '22:00', '23:00']);
    await choose(2, '23:30');
    await expect.poll(times).toEqual(['18:00', '20:00', '23:30', '24:00']);
    await tuesday().getByRole('button', { name: 'Add hours on Tuesday' }).click();
    await expect.poll(() => times().slice(4)).toEqual(['23:30', '24:00']);
    await tuesday()
      .getByRole('button', { name: /^Remove/ })
      .first()
      .click();
    await expect.poll(times).toEqual(['23:30', '24:00', '23:30', '24:00']);
  });

  test('needs two hours in which the student is free; the problem has the focus', async () => {
    server.answer('joinProgramme', () => place);
    showProgramme('/join');
    await choose(0, '18:30');
    await button('Save').click();
    await expect.element(page.getByText('Add at least two hours in which you are free.')).toBeVisible();
    await expect.poll(() => document.activeElement?.closest('[data-problem]')).not.toBeNull();
    expect(server.payloads('joinProgramme')).toEqual([]);
    await choose(0, '18:00');
    await expect
      .element(page.getByText('Add at least two hours in which you are free.'))
      .not.toBeInTheDocument();
    await button('Save').click();
    await expect.element(page.getByText('Your place is changed.')).toBeVisible();
  });
});

describe('the way to a programme', () => {
  const listOf = (count: number) =>
    server.answer('listProgrammes', () => ({
      count,
      programmes: Array.from({ length: count }, (_, serial) => ({
        ...programmeSample,
        programmeId: serial === 0 ? programmeId : idOf(70 + serial),
        name: `Tandem ${serial}`,
        role: 'student' as const,
      })),
    }));
  const showAll = () =>
    render(
      <Routes>
        <Route path="/programmes/*" element={<MemberPages />} />
      </Routes>,
      { at: '/programmes' },
    );

  test('is direct with one', async () => {
    listOf(1);
    const { router } = showAll();
    await expect.poll(() => router.state.location.pathname).toBe(`/programmes/${programmeId}`);
  });
  test('is a choice between several', async () => {
    listOf(2);
    const { router } = showAll();
    await expect
      .element(page.getByRole('link', { name: 'Tandem 1' }))
      .toHaveAttribute('href', `/programmes/${idOf(71)}`);
    expect(router.state.location.pathname).toBe('/programmes');
  });
  test('is said where there is none', async () => {
    listOf(0);
    showAll();
    await expect.element(page.getByText(/^You are in no programme\./)).toBeVisible();
  });
  test.each([
    ['a guest', 'guest', '', `/programmes/${programmeId}/join?invitation=secret`],
    ['a coordinator', 'coordinator', '', `/programmes/${programmeId}/coordinate?invitation=secret`],
    ['a coordinator', 'coordinator', '/join', `/programmes/${programmeId}/coordinate`],
    ['a student', 'student', '/none', `/programmes/${programmeId}`],
  ] as const)('of %s (%s, %s) is the own screen', async (_who, role, part, target) => {
    server.answer('getProgrammeOverview', () => emptyOverview);
    view = { ...view, role };
    const { router } = showProgramme(`${part}?invitation=secret`);
    await expect.poll(() => router.state.location.pathname + router.state.location.search).toBe(target);
  });
  test('is tried again where it could not be loaded', async () => {
    server.answer('getProgramme', () => {
      throw new ApiError('ServerError');
    });
    showProgramme();
    await expect.element(button('Try again')).toBeVisible();
    server.answer('getProgramme', () => view);
    await button('Try again').click();
    await expect.element(page.getByText(/^You have a place\./)).toBeVisible();
  });
});
