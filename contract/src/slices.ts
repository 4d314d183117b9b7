import * as access from './access.ts';
import * as account from './account.ts';
import * as accountCare from './account-care.ts';
import * as aids from './aids.ts';
import { api, type CallName } from './api.ts';
import * as calendar from './calendar.ts';
import * as call from './call.ts';
import * as certificates from './certificates.ts';
import * as chat from './chat.ts';
import * as chatChanges from './chat-changes.ts';
import * as contact from './contact.ts';
import * as contactCases from './contact-cases.ts';
import * as invitations from './invitations.ts';
import * as languages from './languages.ts';
import * as moderation from './moderation.ts';
import * as moves from './moves.ts';
import * as notify from './notify.ts';
import * as oidc from './oidc.ts';
import * as passkeys from './passkeys.ts';
import * as past from './past-sessions.ts';
import * as people from './people.ts';
import * as peopleLists from './people-lists.ts';
import * as phrases from './phrases.ts';
import * as programmeCare from './programme-care.ts';
import * as programmePlace from './programme-place.ts';
import * as programmeRounds from './programme-rounds.ts';
import * as programmeStudents from './programme-students.ts';
import * as progress from './progress.ts';
import * as schedule from './schedule.ts';
import * as series from './series.ts';
import * as signIn from './sign-in.ts';
import * as staticData from './static-data.ts';
import * as thanks from './thanks.ts';
import * as topics from './topics.ts';
import * as trust from './trust.ts';
import * as weeklyHours from './weekly-hours.ts';

const modules: Record<string, object> = {
  'static-data': staticData,
  access: { ...signIn, ...access, ...passkeys, ...oidc, ...invitations },
  account: { ...account, ...accountCare },
  people: { ...people, ...peopleLists },
  languages,
  schedule: { ...schedule, ...weeklyHours, ...calendar, ...series, ...moves, ...past },
  call,
  trust,
  thanks,
  chat: { ...chat, ...chatChanges },
  contact: { ...contact, ...contactCases },
  topics,
  aids,
  phrases,
  progress,
  notify,
  moderation,
  programmes: {
    ...programmePlace,
    ...certificates,
    ...programmeCare,
    ...programmeStudents,
    ...programmeRounds,
  },
};

/** Calls per slice, in contract order: a call belongs to the file that declares it. */
export const callsBySlice: ReadonlyMap<string, readonly CallName[]> = new Map(
  Object.entries(modules).map(([slice, declared]) => [
    slice,
    (Object.keys(api) as CallName[]).filter((name) => Object.values(declared).includes(api[name])),
  ]),
);
