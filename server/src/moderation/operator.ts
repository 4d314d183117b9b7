import { parseArgs } from 'node:util';
import { reportReasons } from '@parlance/contract/chat';
import { toBody } from '@parlance/contract/error-table';
import { ApiError } from '@parlance/contract/errors';
import { invitationDays, invitationUses } from '@parlance/contract/invitations';
import { moderationText, reportStatuses } from '@parlance/contract/moderation';
import { fromWire } from '@parlance/contract/wire';
import type { Platform } from '#platform/platform';
import { clearCaseOf, holdUser } from './case-acts.ts';
import { banUser, setAdmin, unbanUser } from './moderation.ts';
import { operatorHelp } from './operator-help.ts';
import { invite, listInvitations, revoke } from './operator-invitations.ts';
import {
  findPerson,
  listOpenCases,
  listPeople,
  listWaitingReports,
  readStats,
  showPerson,
} from './operator-views.ts';

/** The output and exit code of a command: 0 done, 1 refused or not found, 2 usage error. */
export interface CommandOutcome {
  exitCode: 0 | 1 | 2;
  output: string;
}

/** A usage error. */
class Misunderstood extends Error {}

type Command = (platform: Platform, typed: Typed) => Promise<string>;

type Typed = ReturnType<typeof readTyped>;

const commands: Record<string, Command> = {
  list: (platform, { banned, admins, limit, offset }) =>
    listPeople(platform, { only: banned ? 'banned' : admins ? 'admins' : null, limit, offset }),
  show: async (platform, typed) => showPerson(platform, await personIn(platform, typed)),
  ban: async (platform, typed) => {
    if (typed.reason === undefined) throw new Misunderstood('ban needs --reason TEXT.');
    const reason = fromWire(moderationText, typed.reason) as string;
    const person = await personIn(platform, typed);
    await banUser(platform, null, person.user_id, reason, reasonIn(typed.warns));
    return `${person.label} is banned.\n`;
  },
  unban: async (platform, typed) => {
    const person = await personIn(platform, typed);
    if (person.banned_at === null) return `${person.label} was not banned.\n`;
    await unbanUser(platform, null, person.user_id);
    return `${person.label} is no longer banned.\n`;
  },
  cases: (platform, { limit, offset }) => listOpenCases(platform, { limit, offset }),
  clear: async (platform, typed) => {
    const person = await personIn(platform, typed);
    const isCleared = await clearCaseOf(platform, null, person.user_id);
    return isCleared ? `${person.label} is cleared.\n` : `${person.label} was not held.\n`;
  },
  hold: async (platform, typed) => {
    if (typed.reason === undefined) throw new Misunderstood('hold needs --reason TEXT.');
    const reason = fromWire(moderationText, typed.reason) as string;
    const person = await personIn(platform, typed);
    const isHeld = await holdUser(platform, null, person.user_id, reason);
    return isHeld ? `${person.label} is held.\n` : `${person.label} has an open case already.\n`;
  },
  'make-admin': async (platform, typed) => {
    const hint = ' Sign in once with it before, or name it in ADMIN_EMAILS.';
    const person = await personIn(platform, typed, hint);
    await setAdmin(platform, null, person.user_id, true);
    return `${person.label} is an admin.\n`;
  },
  'remove-admin': async (platform, typed) => {
    const person = await personIn(platform, typed);
    await setAdmin(platform, null, person.user_id, false);
    const isConfigured = person.email !== null && platform.config.adminEmails.includes(person.email);
    return isConfigured
      ? `${person.label} is still an admin: the address stands in ADMIN_EMAILS.\n`
      : `${person.label} is not an admin.\n`;
  },
  reports: (platform, { status = 'open', limit, offset }) => {
    const known = reportStatuses.find((candidate) => candidate === status);
    if (known === undefined) throw new Misunderstood(`There is no status "${status}".`);
    return listWaitingReports(platform, { status: known, limit, offset });
  },
  invite: (platform, { uses, days, domain }) =>
    invite(platform, {
      uses: wholeNumber('--uses', uses, invitationUses.min, invitationUses.max),
      days: wholeNumber('--days', days, invitationDays.min, invitationDays.max),
      domain,
    }),
  invitations: (platform, { limit, offset }) => listInvitations(platform, { limit, offset }),
  revoke: (platform, { positionals: [invitationId = ''] }) => revoke(platform, invitationId),
  stats: (platform) => readStats(platform),
};

/** Runs one operator command. Throws only on a failure, never on invalid input. */
export async function runOperatorCommand(platform: Platform, args: string[]): Promise<CommandOutcome> {
  const [name = 'help', ...rest] = args;
  if (['help', '--help', '-h'].includes(name)) return { exitCode: 0, output: operatorHelp };
  try {
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (!command) throw new Misunderstood(`There is no command "${name}".`);
    const typed = readTyped(rest);
    const takesOne = !['list', 'cases', 'reports', 'stats', 'invite', 'invitations'].includes(name);
    const argument = name === 'revoke' ? 'INVITATION' : 'ADDRESS';
    if (typed.positionals.length !== (takesOne ? 1 : 0)) {
      throw new Misunderstood(takesOne ? `${name} needs one ${argument}.` : `${name} takes no ${argument}.`);
    }
    return { exitCode: 0, output: await command(platform, typed) };
  } catch (error) {
    // The message comes last: the help fills the screen of a terminal.
    if (error instanceof Misunderstood) {
      return { exitCode: 2, output: `${operatorHelp}\n${error.message}\n` };
    }
    if (!(error instanceof ApiError)) throw error;
    const details = Object.values(error.fields ?? {}).join(' ');
    return { exitCode: 1, output: `${details || toBody(error).message}\n` };
  }
}

function readTyped(args: string[]) {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        reason: { type: 'string' },
        warns: { type: 'string' },
        status: { type: 'string' },
        uses: { type: 'string', default: '1' },
        days: { type: 'string', default: '14' },
        domain: { type: 'string' },
        banned: { type: 'boolean', default: false },
        admins: { type: 'boolean', default: false },
        limit: { type: 'string', default: '20' },
        offset: { type: 'string', default: '0' },
      },
    });
    const limit = wholeNumber('--limit', values.limit, 1, 1000);
    return { ...values, positionals, limit, offset: wholeNumber('--offset', values.offset, 0) };
  } catch (error) {
    throw error instanceof Misunderstood ? error : new Misunderstood((error as Error).message);
  }
}

function reasonIn(typed: string | undefined) {
  if (typed === undefined) return undefined;
  const known = reportReasons.find((candidate) => candidate === typed);
  if (known === undefined) throw new Misunderstood(`--warns must be one of ${reportReasons.join(', ')}.`);
  return known;
}

function wholeNumber(option: string, typed: string, min: number, max = 100_000): number {
  const number = /^\d{1,6}$/.test(typed) ? Number(typed) : Number.NaN;
  if (number >= min && number <= max) return number;
  throw new Misunderstood(`${option} must be a whole number from ${min} to ${max}.`);
}

async function personIn(platform: Platform, { positionals: [address = ''] }: Typed, hint = '') {
  const person = await findPerson(platform, address);
  if (!person) throw new ApiError('UserNotFound', { message: `Nobody has the address ${address}.${hint}` });
  return person;
}
