import { says } from './message.ts';

/** Limits of programmes: numbers of entries, code points of texts. */
export const programmeMax = {
  students: 2000,
  coordinators: 20,
  active: 50,
  invitations: 50,
  languages: 30,
  offers: 5,
  seeks: 3,
  partners: 2,
  name: 80,
  office: 120,
  consent: 2000,
  studentNumber: 40,
  help: 1000,
  subject: 120,
  message: 4000,
  certificateName: 100,
  withdrawReason: 300,
  neededHours: 200,
  /** Days between the end of the term and the erasure. */
  eraseDays: 400,
  termDays: 400,
  keepYears: 5,
  /** Days between the mail about the end of an account and its deletion. */
  accountNoticeDays: 14,
  /** Times a term that a student may end a pair. */
  refusals: 2,
} as const;
/** Days after publication in which "This partner does not work" ends the pair at once. */
export const refusalDays = 7;
/** Minutes of one declaration of hours held elsewhere, and days in which the partner can answer it. */
export const declaredHours = { minMinutes: 15, maxMinutes: 240, answerDays: 14 } as const;

/** Refusals of programmes, beside those of fields. */
// words: why an act in a tandem programme is refused
export const programmeMessages = {
  state: 'The programme does not allow this now.',
  joinClosed: 'Registration for this programme is closed.',
  coordinator: 'A coordinator cannot be a student of the same programme.',
  student: 'A student cannot coordinate the same programme.',
  full: says('A programme has at most {max} students.', { max: programmeMax.students }),
  consent: 'The consent text has changed. Please read it again.',
  coordinators: says('A programme has at most {max} coordinators.', { max: programmeMax.coordinators }),
  active: says('There are at most {max} programmes at a time.', { max: programmeMax.active }),
  invitations: says('A programme has at most {max} open invitations.', { max: programmeMax.invitations }),
  ownHours: 'Your partner confirms these hours, not you.',
  answered: 'These hours have been answered already.',
  noPartner: 'You have no partner in this programme.',
  tooManyHours: 'This is more than the hours held elsewhere that count.',
  refusals: says('You have changed your partner {max} times already.', { max: programmeMax.refusals }),
  tooFewHours: 'You do not have the hours for the certificate yet.',
  roundWorking: 'Another round is being worked out.',
  roundChanged: 'The data have changed since this round. Please try a new one.',
  roundPublished: 'This round has been published already.',
  tooFewFreeHours: 'Choose at least two hours, one of them in one piece',
  removed: 'The office has removed you from this programme. To join again you need a new invitation.',
} as const;

/** Why a locked pair is refused. `barred` stands for a block and for partners of other programmes: it must not tell which of them it is. */
// words: why a coordinator cannot make two students partners
export const lockRefusals = {
  malformed: 'A locked pair needs two students, and each pair can be locked once.',
  gone: '{name} is locked with a person who is not in the programme.',
  bothGone: 'A locked pair has two people who are not in the programme.',
  paused: '{name} cannot get a partner at present.',
  full: '{name} has a partner already and did not ask for another one.',
  lockedElsewhere: '{name} is locked in another pair already.',
  before: '{first} and {second} are or were partners in this programme.',
  barred:
    '{first} and {second} cannot be partners: they were partners in another programme, or one of them has ruled it out.',
} as const;
