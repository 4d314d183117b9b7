import { ApiError } from '@parlance/contract/errors';
import type { ProgrammeView } from '@parlance/contract/programme-place';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { server } from '#test/browser/network';
import { at, idOf, programmeId } from '#test/browser/programme-samples';
import { showProgramme } from '#test/browser/programme-screens';
import { leave } from '#test/browser/render';
import { setLanguage, setZone, stopClock } from '#test/browser/surroundings';

const programme: ProgrammeView['programme'] = {
  programmeId,
  name: 'Tandem spring',
  office: 'Language Centre',
  officeEmail: null,
  timeZone: 'Europe/Berlin',
  languages: ['de', 'es', 'ko'],
  registrationEndsOn: '2026-03-20',
  termStartsOn: '2026-04-01',
  termEndsOn: '2026-07-15',
  eraseOn: '2026-12-31',
  neededHours: 20,
  declaredPercent: 50,
  consentText: 'The centre sees when you met.',
  isOpen: true,
  state: 'registration',
  consentVersion: 3,
};
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
  status: 'paired',
  consentVersion: 3,
  joinedAt: at,
};
const entry = (serial: number, day: string): ProgrammeView['entries'][number] => ({
  hoursId: idOf(serial),
  day,
  source: 'declared',
  languages: [{ languageCode: 'es', minutes: 90 }],
  confirmedAt: null,
});
const guest: ProgrammeView = {
  programme,
  role: 'guest',
  place: null,
  partners: [],
  hours: null,
  entries: [],
  toConfirm: [],
  unmatched: null,
  certificate: null,
  canHaveCertificate: false,
};
const student: ProgrammeView = {
  ...guest,
  programme: { ...programme, state: 'running' },
  role: 'student',
  place,
  partners: [
    {
      pairId: idOf(9),
      profile: { userId: idOf(8), name: 'Nuria', description: '', profileImageUrl: null, createdAt: at },
      learns: 'es',
      teaches: 'de',
      commonHours: [{ weekday: 2, from: '18:00', to: '19:00' }],
      since: at,
    },
  ],
  hours: {
    neededMinutes: 1200,
    countedMinutes: 510,
    declaredMinutes: 0,
    languages: [{ languageCode: 'es', minutes: 510 }],
  },
};

let view: ProgrammeView;
const button = (name: string) => page.getByRole('button', { name, exact: true });
const dialog = () => page.getByRole('dialog');

beforeEach(() => {
  view = student;
  server.answer('getProgramme', () => view);
  server.answer('listProgrammes', () => ({ count: 0, programmes: [] }));
  server.answer('listOwnLanguages', () => ({
    languages: [
      { languageCode: 'de', learning: false, proficiency: 1, isNative: true },
      { languageCode: 'ko', learning: true, proficiency: 0.2 },
      { languageCode: 'fr', learning: true, proficiency: 0.2 },
    ],
  }));
  server.answer('getWeeklyHours', () => ({
    timeZone: 'Europe/Berlin',
    rules: [
      { weekday: 1, from: '18:15', to: '20:45', duration: 30 },
      // No whole half hour of a clock.
      { weekday: 4, from: '18:15', to: '18:45', duration: 30 },
    ],
    minNoticeHours: 0,
    bufferMinutes: 0,
    weeksAhead: 4,
    isFull: false,
  }));
});

describe('joining', () => {
  beforeEach(async () => {
    // The zone of the weekly hours.
    await setZone('Europe/Berlin');
    view = guest;
    server.answer('joinProgramme', () => {
      view = { ...guest, role: 'student', place };
      return place;
    });
  });
  const arrived = () =>
    expect
      .element(page.getByText(/^You have a place\. Registration is open until March 20, 2026;/))
      .toBeVisible();
  const agree = () => page.getByRole('checkbox', { name: 'I have read this and agree.' });

  test('fills in the languages of the programme and whole half hours, and consent is not ticked', async () => {
    showProgramme('/join?invitation=secret-of-sixteen');
    await expect.element(page.getByRole('heading', { level: 1, name: 'Join Tandem spring' })).toBeVisible();
    await expect.element(agree()).not.toBeChecked();
    await agree().click();
    await button('Join').click();
    await expect.element(page.getByText('You have joined Tandem spring.')).toBeVisible();
    await arrived();
    await expect
      .poll(() => server.payloads('joinProgramme')[0])
      .toMatchObject({
        offers: [{ languageCode: 'de', isNative: true }],
        seeks: [{ languageCode: 'ko', level: 'intermediate' }],
        freeHours: [{ weekday: 1, from: '18:30', to: '20:30' }],
        timeZone: 'Europe/Berlin',
        consentVersion: 3,
        invitation: 'secret-of-sixteen',
      });
  });

  test('fills in no weekly hours of another time zone, where they would be other times', async () => {
    await setZone('Asia/Tokyo');
    showProgramme('/join');
    await expect.element(page.getByText(/by the clock of Japan Standard Time/)).toBeVisible();
    const monday = page.getByRole('group', { name: 'Monday' });
    await expect.element(monday.getByRole('button', { name: 'Add hours on Monday' })).toBeVisible();
    expect(monday.getByRole('combobox').elements()).toEqual([]);
  });

  test('shows a right-to-left name of the programme in its own direction', async () => {
    const name = 'برنامج 2027 – Tandem';
    view = { ...guest, programme: { ...programme, name } };
    showProgramme('/join');
    await expect.element(page.getByRole('heading', { level: 1, name: `Join ${name}` })).toBeVisible();
    await expect.element(page.getByText(name, { exact: true })).toHaveStyle({ direction: 'rtl' });
  });

  test('without consent says so beside the box, which has the focus; nothing is sent', async () => {
    showProgramme('/join');
    await button('Join').click();
    await expect.element(page.getByText('To take part, you need to agree.')).toBeVisible();
    await expect.element(agree()).toHaveFocus();
    expect(server.payloads('joinProgramme')).toEqual([]);
  });

  test('that is refused keeps all input; a changed consent text must be agreed to again', async () => {
    server.answer('joinProgramme', () => {
      view = { ...guest, programme: { ...programme, consentText: 'It sees more now.', consentVersion: 4 } };
      throw new ApiError('NotAllowed', { message: 'The consent text has changed. Please read it again.' });
    });
    showProgramme('/join');
    await page.getByLabelText('Student number (optional)').fill('M-123');
    await page.getByRole('checkbox', { name: /Take a second partner/ }).click();
    await agree().click();
    await button('Join').click();
    await expect.element(page.getByText('The consent text has changed. Please read it again.')).toBeVisible();
    await expect.element(page.getByText('It sees more now.')).toBeVisible();
    await expect.element(agree()).not.toBeChecked();
    await expect.element(page.getByLabelText('Student number (optional)')).toHaveValue('M-123');
    await expect.element(page.getByRole('checkbox', { name: /Take a second partner/ })).toBeChecked();
  });

  test('adds languages until the last one that fits, and the focus stays in the list', async () => {
    view = { ...guest, programme: { ...programme, languages: ['de', 'es', 'it', 'ko'] } };
    showProgramme('/join');
    const add = page.getByLabelText('Add a language you want to learn');
    await expect.element(add).toBeVisible();
    (add.element() as HTMLElement).focus();
    await userEvent.selectOptions(add, 'es');
    await expect.element(button('Remove Spanish')).toBeVisible();
    await expect.element(add).toHaveFocus();
    await userEvent.selectOptions(add, 'it');
    await expect.element(add).not.toBeInTheDocument();
    await expect.element(button('Remove Italian')).toHaveFocus();
  });

  test('adds a time by keyboard, and the focus is on its start; removing it returns to the button', async () => {
    showProgramme('/join');
    const tuesday = page.getByRole('group', { name: 'Tuesday' });
    await tuesday.getByRole('button', { name: 'Add hours on Tuesday' }).click();
    await expect.element(tuesday.getByLabelText('From')).toHaveFocus();
    await tuesday.getByRole('button', { name: /^Remove/ }).click();
    await expect.element(tuesday.getByRole('button', { name: 'Add hours on Tuesday' })).toHaveFocus();
  });

  test('with a wish for the same gender asks for the own one', async () => {
    showProgramme('/join');
    await page.getByRole('checkbox', { name: 'Only somebody of the same gender' }).click();
    await agree().click();
    await button('Join').click();
    await expect.element(page.getByText('This wish needs your own gender')).toBeVisible();
    await userEvent.selectOptions(page.getByLabelText('Your gender'), 'other');
    await button('Join').click();
    await expect.element(page.getByText('You have joined Tandem spring.')).toBeVisible();
    await arrived();
    await expect.poll(() => server.payloads('joinProgramme')[0]).toMatchObject({ gender: 'other' });
  });
});

describe('the page of a student', () => {
  test('says the state in one sentence, and shows partner and hours by language', async () => {
    showProgramme();
    await expect.element(page.getByText('You have a partner. The term ends on July 15, 2026.')).toBeVisible();
    await expect.element(page.getByRole('heading', { name: 'Nuria' })).toBeVisible();
    await expect.element(page.getByText('8 h 30 of 20 h')).toBeVisible();
    await expect.element(page.getByText('Spanish: 8 h 30')).toBeVisible();
    for (const [name, href] of [
      ['Message', `/chat/${idOf(8)}`],
      ['Profile', `/profile/${idOf(8)}`],
      ['Find a time', `/profile/${idOf(8)}#availability`],
    ] as const) {
      const link = page.getByRole('link', { name, exact: true });
      expect(link.element().getAttribute('href')).toBe(href);
      // On the way by Tab the heading with the name is not read.
      await expect.element(link).toHaveAccessibleDescription('Nuria');
    }
  });

  test('promises no further hours after the term', async () => {
    const hours = { neededMinutes: 1200, countedMinutes: 0, declaredMinutes: 0, languages: [] };
    view = { ...student, programme: { ...programme, state: 'closed' }, hours };
    showProgramme();
    await expect.element(page.getByText('0 min of 20 h')).toBeVisible();
    await expect.element(page.getByText(/^Hours appear here by themselves/)).not.toBeInTheDocument();
  });

  test('gives the reason why there is no partner, with the advice', async () => {
    const hours = [{ weekday: 2, from: '18:00', to: '19:00' }];
    const unmatched = { kind: 'hours' as const, count: 4, reach: 2, hours, languageCodes: [] };
    view = { ...student, partners: [], place: { ...place, status: 'waiting' }, unmatched };
    await setLanguage('de');
    showProgramme();
    await expect
      .element(
        page.getByText(
          /^Du hast noch kein Gegenüber\. 4 Personen passen .* Di 18:00–19:00 Uhr würde 2 Personen/,
        ),
      )
      .toBeVisible();
  });

  test('confirms hours of the partner one by one, and the focus moves to the next', async () => {
    view = { ...student, toConfirm: [entry(21, '2026-05-01'), entry(22, '2026-05-02')] };
    server.answer('answerHours', ({ params }) => {
      view = { ...view, toConfirm: view.toConfirm.filter(({ hoursId }) => hoursId !== params.hoursId) };
      return {};
    });
    showProgramme();
    const row = (day: string) => page.getByRole('listitem').filter({ hasText: day });
    await row('May 1, 2026').getByRole('button', { name: 'Confirm' }).click();
    await expect.element(page.getByText('The hours count now.')).toBeVisible();
    await expect.element(row('May 1, 2026')).not.toBeInTheDocument();
    await expect.element(row('May 2, 2026').getByRole('button', { name: 'Confirm' })).toHaveFocus();
    await row('May 2, 2026').getByRole('button', { name: 'Reject' }).click();
    await expect.element(page.getByText('The hours were rejected.')).toBeVisible();
    await expect.element(page.getByRole('main')).toHaveFocus();
    expect(
      server.received.filter(({ name }) => name === 'answerHours').map(({ payload }) => payload),
    ).toEqual([{ confirmed: true }, { confirmed: false }]);
  });

  test.each([
    ['where none count', { declaredPercent: 0 }, true],
    ['after the term', { state: 'closed' as const }, true],
    ['without a partner', {}, false],
  ])('declares no hours elsewhere %s', async (_case, changes, hasPartner) => {
    view = {
      ...student,
      programme: { ...student.programme, ...changes },
      partners: hasPartner ? student.partners : [],
    };
    showProgramme();
    await expect.element(page.getByText('8 h 30 of 20 h')).toBeVisible();
    expect(button('Add hours elsewhere').query()).toBeNull();
  });
  test('sees which hours elsewhere wait for the partner', async () => {
    view = {
      ...student,
      entries: [
        { ...entry(21, '2026-05-03'), source: 'session' },
        { ...entry(22, '2026-05-02'), confirmedAt: at },
        entry(23, '2026-05-01'),
      ],
    };
    showProgramme();
    const row = (day: string) => page.getByRole('listitem').filter({ hasText: day });
    await expect.element(row('May 3, 2026')).toHaveTextContent('May 3, 2026Spanish: 1 h 30');
    await expect.element(row('May 2, 2026').getByText('Elsewhere, confirmed')).toBeVisible();
    await expect.element(row('May 1, 2026').getByText('Waits for your partner')).toBeVisible();
  });
  test('sees three common times of a partner, who can be refused until the end', async () => {
    const time = (weekday: number) => ({ weekday, from: '18:00', to: '19:00' });
    view = {
      ...student,
      partners: student.partners.map((partner) => ({ ...partner, commonHours: [1, 2, 3, 4].map(time) })),
    };
    showProgramme();
    await expect.element(page.getByText(/^Both are free: Mon .*Tue .*Wed /)).toBeVisible();
    expect(page.getByText(/^Both are free: .*Thu /).query()).toBeNull();
    await expect.element(button('This partner does not work')).toBeVisible();
    leave();
    view = { ...view, programme: { ...view.programme, state: 'closed' } };
    showProgramme();
    await expect.element(page.getByText(/^The term has ended/)).toBeVisible();
    expect(button('This partner does not work').query()).toBeNull();
    expect(button('Ask the coordinator').query()).toBeNull();
  });
  test('begins with the present day of the programme, where it is still the day before', async () => {
    // In Kathmandu, the zone of the browser, 7 May has begun.
    stopClock('2026-05-06T20:00:00Z');
    showProgramme();
    await button('Add hours elsewhere').click();
    await expect.element(page.getByLabelText('Day')).toHaveValue('2026-05-06');
    await expect.element(page.getByLabelText('Day')).toHaveAttribute('max', '2026-05-06');
    server.answer('declareHours', () => entry(21, '2026-05-06'));
    await page.getByLabelText('Day').fill('2026-05-07');
    await button('Add the hours').click();
    await expect
      .element(page.getByText('Choose a day between the start of the term and today.'))
      .toBeVisible();
    expect(server.payloads('declareHours')).toEqual([]);
    await page.getByLabelText('Day').fill('2026-05-06');
    await button('Add the hours').click();
    await expect.element(page.getByText('Your partner is asked to confirm.')).toBeVisible();
    await expect
      .poll(() => server.payloads('declareHours'))
      .toEqual([{ day: '2026-05-06', minutes: 60, languageCode: 'es' }]);
  });

  test('declares hours elsewhere; a refusal keeps the dialog and its input', async () => {
    server.answer('declareHours', () => {
      throw new ApiError('NotAllowed', { message: 'This is more than the hours held elsewhere that count.' });
    });
    view = { ...student, programme: { ...student.programme, termStartsOn: '2020-01-01' } };
    showProgramme();
    await button('Add hours elsewhere').click();
    await page.getByLabelText('Day').fill('2021-02-03');
    await userEvent.selectOptions(page.getByLabelText('How long?'), '90');
    await userEvent.selectOptions(page.getByLabelText('In which language?'), 'de');
    await button('Add the hours').click();
    await expect.element(dialog().getByText(/^This is more than the hours/)).toBeVisible();
    await expect.element(page.getByLabelText('Day')).toHaveValue('2021-02-03');
    await expect
      .poll(() => server.payloads('declareHours'))
      .toEqual([{ day: '2021-02-03', minutes: 90, languageCode: 'de' }]);
    await page.getByLabelText('Day').fill('2019-12-31');
    await button('Add the hours').click();
    await expect
      .element(page.getByText('Choose a day between the start of the term and today.'))
      .toBeVisible();
    await expect.poll(() => server.payloads('declareHours')).toHaveLength(1);
    await page.getByLabelText('Day').fill('2020-01-01');
    await button('Add the hours').click();
    await expect.poll(() => server.payloads('declareHours').at(-1)).toMatchObject({ day: '2020-01-01' });
  });

  test('says that the partner does not work, for that pair', async () => {
    server.answer('askForHelp', () => ({ hasEndedPair: true }));
    showProgramme();
    await button('This partner does not work').click();
    await dialog().getByLabelText('What is the matter? (optional)').fill('We never meet.');
    await button('Tell the coordinator').click();
    await expect.element(page.getByText('The coordinator is told.')).toBeVisible();
    await expect
      .poll(() => server.payloads('askForHelp'))
      .toEqual([{ kind: 'partner', pairId: idOf(9), text: 'We never meet.' }]);
  });

  test('gets the certificate: the name is needed, and the link is shown', async () => {
    view = { ...student, canHaveCertificate: true };
    const url = 'https://parlance.example/certificate/0123456789ABCDEFGHJK';
    server.answer('issueCertificate', () => ({ url, code: '0123456789ABCDEFGHJK' }));
    showProgramme();
    await button('Get my certificate').click();
    const name = dialog().getByLabelText('Name on the certificate');
    await expect.element(name).toHaveValue('Ada');
    await name.fill(' ');
    await dialog().getByRole('button', { name: 'Get my certificate' }).click();
    await expect.element(dialog().getByText('Name is required')).toBeVisible();
    await name.fill('Ada Lovelace');
    await dialog().getByRole('button', { name: 'Get my certificate' }).click();
    await expect.element(page.getByText(url)).toBeVisible();
    await expect.poll(() => server.payloads('issueCertificate')).toEqual([{ name: 'Ada Lovelace' }]);
    await expect
      .element(page.getByRole('link', { name: 'Open the certificate' }))
      .toHaveAttribute('href', '/certificate/0123456789ABCDEFGHJK');
  });
  test('gets a new certificate in the place of the first, kept for five years by choice', async () => {
    stopClock('2026-05-06T12:00:00Z');
    view = {
      ...student,
      canHaveCertificate: true,
      certificate: { issuedAt: at, keepUntil: null, withdrawnAt: null },
    };
    server.answer('issueCertificate', () => ({
      url: 'https://parlance.example/certificate/0123456789ABCDEFGHJK',
      code: '0123456789ABCDEFGHJK',
    }));
    showProgramme();
    await expect.element(page.getByText('Issued on March 21, 2026')).toBeVisible();
    await button('Get a new certificate').click();
    await expect
      .element(dialog().getByText('The link of the certificate before stops working.'))
      .toBeVisible();
    await dialog()
      .getByRole('checkbox', { name: /^Keep it checkable until May 5, 2031/ })
      .click();
    await dialog().getByRole('button', { name: 'Get my certificate' }).click();
    await expect.element(page.getByText(/^Your certificate is ready/)).toBeVisible();
    await expect
      .poll(() => server.payloads('issueCertificate'))
      .toEqual([{ name: 'Ada', keepUntil: '2031-05-05' }]);
  });
  test('reads that the certificate was withdrawn', async () => {
    view = {
      ...student,
      certificate: { issuedAt: at, keepUntil: null, withdrawnAt: new Date('2026-05-13T18:30:00Z') },
    };
    showProgramme();
    // The next day in Kathmandu, where the tests are.
    await expect.element(page.getByText('Your certificate was withdrawn on May 14, 2026.')).toBeVisible();
    expect(page.getByRole('button', { name: /certificate/ }).query()).toBeNull();
  });

  test('is left only after a confirmation', async () => {
    server.answer('leaveProgramme', () => ({}));
    const { router } = showProgramme();
    await button('Leave the programme').click();
    await dialog().getByRole('button', { name: 'Leave the programme' }).click();
    await expect.element(page.getByText('You left the programme.')).toBeVisible();
    expect(router.state.location.pathname).toBe('/programmes');
  });

  test('of another programme looks like one that does not exist', async () => {
    server.answer('getProgramme', () => {
      throw new ApiError('ResourceNotFound');
    });
    showProgramme();
    await expect
      .element(page.getByRole('heading', { name: 'This programme cannot be opened' }))
      .toBeVisible();
    await expect.poll(() => document.title).toMatch(/^This programme cannot be opened/);
  });
});

describe('a partner', () => {
  const none = {
    timeZone: 'Asia/Kathmandu',
    rules: [],
    minNoticeHours: 2,
    bufferMinutes: 0,
    weeksAhead: 4,
    isFull: false,
  };

  test('can book once the student offers the free times of the place, by one press', async () => {
    view = {
      ...student,
      place: { ...place, freeHours: [...place.freeHours, { weekday: 3, from: '09:00', to: '09:30' }] },
    };
    let hours: object = none;
    server.answer('getWeeklyHours', () => hours as typeof none);
    server.answer('setWeeklyHours', ({ payload }) => {
      hours = { ...payload, isFull: false };
      return hours as typeof none;
    });
    showProgramme();
    await button('Offer my free times').click();
    await expect.element(page.getByText('Your free times are offered.')).toBeVisible();
    await expect
      .poll(() => server.payloads('setWeeklyHours'))
      .toEqual([
        {
          timeZone: 'Europe/Berlin',
          rules: [
            { weekday: 2, from: '18:00', to: '20:00', duration: 30 },
            { weekday: 3, from: '09:00', to: '09:30', duration: 30 },
          ],
          minNoticeHours: 2,
          bufferMinutes: 0,
          weeksAhead: 4,
        },
      ]);
    await expect.element(button('Offer my free times')).not.toBeInTheDocument();
    await expect.element(page.getByRole('main')).toHaveFocus();
  });

  test('needs no offer of who has weekly hours', async () => {
    const rules = [{ weekday: 1, from: '10:00', to: '11:00', duration: 60 }];
    server.answer('getWeeklyHours', () => ({ ...none, rules }));
    showProgramme();
    await expect.element(page.getByRole('heading', { name: 'Nuria' })).toBeVisible();
    await expect.poll(() => server.payloads('getWeeklyHours')).toHaveLength(1);
    await expect.element(button('Offer my free times')).not.toBeInTheDocument();
  });

  test('needs no offer after the term', async () => {
    view = { ...student, programme: { ...programme, state: 'closed' } };
    showProgramme();
    await expect.element(page.getByText(/^The term has ended/)).toBeVisible();
    expect(server.payloads('getWeeklyHours')).toEqual([]);
  });
});

describe('the end of the account', () => {
  test('is shown with its day, and is prevented by one press', async () => {
    view = { ...student, accountEnd: { day: '2026-12-31', isKept: false } };
    server.answer('keepAccount', () => {
      view = { ...view, accountEnd: { day: '2026-12-31', isKept: true } };
      return {};
    });
    showProgramme();
    await expect
      .element(page.getByText('Your account is deleted together with the programme on December 31, 2026.'))
      .toBeVisible();
    await button('Keep my account').click();
    await expect.element(page.getByText('Your account stays after the programme is erased.')).toHaveFocus();
    await expect.element(button('Keep my account')).not.toBeInTheDocument();
    await expect.poll(() => server.payloads('keepAccount')).toHaveLength(1);
  });

  test('stays offered after a failure, and is not shown to others', async () => {
    view = { ...student, accountEnd: { day: '2026-12-31', isKept: false } };
    server.answer('keepAccount', () => {
      throw new ApiError('ServerError');
    });
    showProgramme();
    await button('Keep my account').click();
    await expect
      .element(page.getByText('Something went wrong. Please try again later.').first())
      .toBeVisible();
    await expect.element(button('Keep my account')).toBeEnabled();
    leave();
    view = { ...student, accountEnd: null };
    showProgramme();
    await expect.element(page.getByRole('heading', { name: 'Your account' })).not.toBeInTheDocument();
  });
});
