import { ApiError } from '@parlance/contract/errors';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { queryClient } from '#lib/query-client';
import { server } from '#test/browser/network';
import { at, coordinatorView, idOf, programmeSample } from '#test/browser/programme-samples';
import { coordinatorAddress, emptyOverview, showCoordinator as show } from '#test/browser/programme-screens';
import { leave, ownUserId, render } from '#test/browser/render';
import OperatorPage from './operator/operator-page';

// Dead ends that people new to the coordinator's screens ran into.

let programme: typeof programmeSample;
const button = (name: string) => page.getByRole('button', { name, exact: true });

beforeEach(() => {
  programme = programmeSample;
  server.answer('getProgramme', () => coordinatorView(programme));
  server.answer('listStudents', () => ({ count: 0, students: [] }));
  server.answer('listProgrammeInvitations', () => ({ count: 0, invitations: [] }));
});

test('operators open the programme that they coordinate from the list', async () => {
  const person = { userId: ownUserId, name: 'Ada', description: '', profileImageUrl: null, createdAt: at };
  let coordinators = [person];
  server.answer('listAllProgrammes', () => ({
    count: 1,
    canTry: false,
    programmes: [{ ...programme, coordinators }],
  }));
  const open = page.getByRole('link', { name: 'Open the programme' });
  render(<OperatorPage />);
  await expect.element(open).toHaveAttribute('href', coordinatorAddress);
  leave();
  queryClient.clear();
  coordinators = [];
  render(<OperatorPage />);
  await expect.element(page.getByRole('heading', { name: 'Tandem spring' })).toBeVisible();
  await expect.element(open).not.toBeInTheDocument();
});

describe('the operator', () => {
  const person = (serial: number, name: string) => ({
    userId: idOf(serial),
    name,
    description: '',
    profileImageUrl: null,
    createdAt: at,
  });
  let coordinators: ReturnType<typeof person>[];

  beforeEach(() => {
    coordinators = [person(5, 'Cora'), person(6, 'Dan')];
    server.answer('listAllProgrammes', () => ({
      count: 1,
      canTry: true,
      programmes: [{ ...programme, coordinators }],
    }));
  });

  test('appoints coordinators by their address, and removes them; the focus stays in the form', async () => {
    server.answer('addCoordinator', () => {
      throw new ApiError('UserNotFound');
    });
    server.answer('removeCoordinator', ({ params }) => {
      coordinators = coordinators.filter(({ userId }) => userId !== params.userId);
      return {};
    });
    render(<OperatorPage />, { user: { email: 'ada@example.org' } });
    const address = page.getByLabelText('Email address of their account');
    await userEvent.fill(address, 'nobody');
    await button('Appoint').click();
    await expect.element(address).toHaveAttribute('aria-invalid', 'true');
    // Beside the input, not beside the error below it.
    const bottomOf = (part: Locator) => Math.round(part.element().getBoundingClientRect().bottom);
    expect(bottomOf(button('Appoint'))).toBe(bottomOf(address));
    expect(server.payloads('addCoordinator')).toEqual([]);
    await userEvent.fill(address, 'eve@example.org');
    await expect.element(address).not.toHaveAttribute('aria-invalid', 'true');
    await button('Appoint').click();
    await expect.element(address).toHaveAttribute('aria-invalid', 'true');
    await expect.element(address).toHaveValue('eve@example.org');
    await expect
      .element(address)
      .toHaveAccessibleDescription(/^Nobody has an account with this address yet\./);
    const users = server.params('getUser').length;
    server.answer('addCoordinator', () => ({}));
    await button('Appoint').click();
    await expect.element(page.getByText('The coordinator is appointed.')).toBeVisible();
    await expect.element(address).toHaveValue('');
    await expect.poll(() => server.params('getUser')).toHaveLength(users);
    // The own navigation gains the programme.
    await userEvent.fill(address, 'ada@example.org');
    await button('Appoint').click();
    await expect.poll(() => server.params('getUser').length).toBe(users + 1);
    await button('Remove Dan').click();
    await expect.element(button('Remove Dan')).not.toBeInTheDocument();
    await expect.element(button('Remove Cora')).toBeVisible();
    await expect.element(address).toHaveFocus();
    await expect
      .poll(() => server.params('removeCoordinator'))
      .toEqual([{ programmeId: programme.programmeId, userId: idOf(6) }]);
  });

  test('creates a programme with the usual consent, which names the office and the day of erasure', async () => {
    let programmes: unknown[] = [];
    server.answer(
      'listAllProgrammes',
      () => ({ count: programmes.length, canTry: false, programmes }) as never,
    );
    server.answer('createProgramme', () => {
      programmes = [{ ...programme, coordinators: [] }];
      return programme;
    });
    render(<OperatorPage />, { staticData: { signUp: 'invited' } });
    await button('New programme').click();
    const field = (label: string) => page.getByLabelText(label, { exact: true });
    const consent = () => (field('What students agree to').element() as HTMLTextAreaElement).value;
    await button('Create the programme').click();
    await expect.element(field('Name of the programme')).toHaveFocus();
    for (const [label, value] of [
      ['Name of the programme', 'Tandem'],
      ['Office', 'Centre'],
      ['Last day of registration', '2030-03-01'],
      ['First day of the term', '2030-04-01'],
      ['Last day of the term', '2030-07-01'],
      ['All data are erased on', '2030-09-01'],
    ] as const)
      await userEvent.fill(field(label), value);
    expect(consent()).toMatch(/^Centre sees .* All of this is deleted on September 1, 2030;/);
    expect(consent()).not.toContain('Your account is deleted');
    await page.getByRole('checkbox', { name: /^Delete the accounts of the students/ }).click();
    await expect.poll(consent).toContain('Your account is deleted on the same day');
    await userEvent.click(field('Languages of the programme'));
    // Typed names add one language each: "Spa" is not Serbian on the way.
    for (const name of ['Ger', 'Spa', 'Fre']) {
      await userEvent.keyboard(name);
      await expect.element(page.getByRole('option', { name: new RegExp(`${name}`) })).toBeVisible();
      await userEvent.keyboard('{Enter}');
    }
    await button('Remove German').click();
    await expect.element(field('Languages of the programme')).toHaveFocus();
    await button('Create the programme').click();
    await expect
      .element(page.getByText('The programme is created. Appoint a coordinator now.'))
      .toBeVisible();
    await expect.element(button('New programme')).toHaveAttribute('aria-expanded', 'false');
    await expect.element(page.getByLabelText('Email address of their account')).toHaveFocus();
    await expect
      .poll(() => server.payloads('createProgramme'))
      .toMatchObject([
        {
          name: 'Tandem',
          officeEmail: null,
          languages: ['es', 'fr'],
          timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
          termEndsOn: '2030-07-01',
          erases: 'accounts',
          consentText: expect.stringMatching(/^Centre sees .*unless you keep it\.$/),
        },
      ]);
  });

  test('tries a programme, which opens', async () => {
    server.answer('tryProgramme', () => programme);
    const { router } = render(<OperatorPage />);
    await button('Try a programme').click();
    await expect.poll(() => router.state.location.pathname).toBe(coordinatorAddress);
  });
});

test('an ended programme offers no invitation link, which the server would refuse', async () => {
  programme = { ...programme, state: 'closed' };
  show('/students');
  await expect.element(page.getByText('Nobody has joined.', { exact: true })).toBeVisible();
  await expect.element(button('New invitation link')).not.toBeInTheDocument();
});

test('the settings of a term have only the fields that can still be changed', async () => {
  programme = { ...programme, state: 'running' };
  server.answer('getProgrammeOverview', () => emptyOverview);
  show();
  await button('Change the settings').click();
  await expect.element(page.getByLabelText('Last day of the term')).toBeVisible();
  for (const label of [
    'Last day of registration',
    'First day of the term',
    'Any member can join, without an invitation',
  ])
    await expect.element(page.getByLabelText(label)).not.toBeInTheDocument();
  server.answer('updateProgramme', () => programme);
  await page.getByLabelText('Office', { exact: true }).fill('Centre');
  await button('Save').click();
  await expect.element(page.getByText('The settings are saved.')).toBeVisible();
  const [sent] = server.payloads('updateProgramme');
  expect(sent).toMatchObject({ office: 'Centre', termEndsOn: '2026-07-15' });
  expect(sent).not.toHaveProperty('languages');
  expect(sent).not.toHaveProperty('consentText');
});

test('dates in the wrong order are refused at their field, until it is changed', async () => {
  programme = { ...programme, state: 'running' };
  server.answer('getProgrammeOverview', () => emptyOverview);
  server.answer('updateProgramme', () => {
    throw new ApiError('RequestDataInvalid', { fields: { termEndsOn: 'Must be after the start' } });
  });
  show();
  await button('Change the settings').click();
  const day = page.getByLabelText('Last day of the term');
  await day.fill('2020-01-01');
  await button('Save').click();
  await expect.element(day).toHaveAccessibleDescription('Must be after the start');
  await expect.element(day).toHaveFocus();
  expect(page.getByText('Must be after the start').elements()).toHaveLength(1);
  await day.fill('2026-12-31');
  await expect.element(page.getByText('Must be after the start')).not.toBeInTheDocument();
});

test('a refusal of a field that cannot show it stands above the button', async () => {
  programme = { ...programme, state: 'running' };
  server.answer('getProgrammeOverview', () => emptyOverview);
  server.answer('updateProgramme', () => {
    throw new ApiError('RequestDataInvalid', { fields: { erases: 'Students have not agreed to this' } });
  });
  show();
  await button('Change the settings').click();
  await button('Save').click();
  await expect.element(page.getByRole('alert')).toHaveTextContent('Students have not agreed to this');
});

test('the usual consent of a draft names a changed day of erasure; a reworded one is left alone', async () => {
  const usual =
    'Centre sees your name, student number, languages, free hours, partner, and when and how long the two of you met. It never sees what you write or say. Your partner sees your profile. All of this is deleted on September 1, 2026; you can leave earlier at any time.';
  const draft = { ...programme, state: 'draft' as const, office: 'Centre', eraseOn: '2026-09-01' };
  const consent = page.getByLabelText('What students agree to');
  server.answer('getProgrammeOverview', () => emptyOverview);
  for (const [consentText, then] of [
    [usual, usual.replace('September 1', 'October 2')],
    [`${usual} Bring a pen.`, `${usual} Bring a pen.`],
  ] as const) {
    programme = { ...draft, consentText };
    const sent: unknown[] = [];
    server.answer('updateProgramme', ({ payload }) => {
      sent.push(payload.consentText);
      return programme;
    });
    show();
    await expect.element(consent).toHaveValue(consentText);
    await page.getByLabelText('All data are erased on').fill('2026-10-02');
    await expect.element(consent).toHaveValue(then);
    await button('Save').click();
    await expect.poll(() => sent).toEqual([then]);
    leave();
    queryClient.clear();
  }
});

test('an empty or incomplete day is asked for in plain words', async () => {
  programme = { ...programme, state: 'draft' };
  server.answer('getProgrammeOverview', () => emptyOverview);
  show();
  for (const label of ['Last day of registration', 'All data are erased on']) {
    const day = page.getByLabelText(label);
    await day.fill('');
    await button('Save').click();
    await expect.element(day).toHaveFocus();
    await expect.element(day).toHaveAccessibleDescription('Please choose a day.');
    await day.fill('2026-12-31');
    await expect.element(day).not.toHaveAttribute('aria-invalid');
  }
});

test('the title of the page names the screen before the programme', async () => {
  show('/students');
  await expect.poll(() => document.title).toMatch(/^Students · Tandem spring/);
});
