import type { ProgrammeView } from '@parlance/contract/programme-place';
import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { server } from '#test/browser/network';
import { at, coordinatorView, idOf, programmeId, programmeSample } from '#test/browser/programme-samples';
import { showProgramme } from '#test/browser/programme-screens';
import { setLanguage } from '#test/browser/surroundings';

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

  test('says why no further language can be chosen', async () => {
    view = waiting;
    showProgramme('/join');
    const add = page.getByLabelText('Add a language you speak');
    await expect
      .element(add)
      .toHaveAccessibleDescription('All languages of this programme are chosen already.');
    await button('Remove Spanish').click();
    await expect.element(add).not.toHaveAccessibleDescription();
  });
});
