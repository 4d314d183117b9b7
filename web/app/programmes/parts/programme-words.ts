import type { FreeRange } from '@parlance/contract/programme-hours';
import type { ProgrammeView } from '@parlance/contract/programme-place';
import type { Programme, ProgrammeState, UnmatchedReason } from '@parlance/contract/programmes';
import { minutesOf } from '@parlance/contract/weekly-hours';
import { counted, spoken, t } from '@parlance/words/current';
import { word } from '@parlance/words/word';
import { languageName } from '#languages/language-name';

export const stateWords: Record<ProgrammeState, string> = {
  draft: word('Draft', 'state of a programme'),
  registration: word('Registration', 'state of a programme'),
  matching: word('Choosing partners', 'state of a programme'),
  published: word('Partners chosen', 'state of a programme'),
  running: word('Running', 'state of a programme'),
  closed: word('Ended', 'state of a programme'),
  erased: word('Erased', 'state of a programme'),
};

/** Whether an invitation still leads anywhere. */
export const canJoin = ({ state }: Pick<Programme, 'state'>): boolean =>
  state !== 'closed' && state !== 'erased';

/** 8 h 30, 8 h or 30 min */
export function hoursText(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), Math.round(minutes % 60)].map((part) =>
    spoken().number(part),
  );
  // words: a length of time: 8 hours and 30 minutes
  if (minutes >= 60 && minutes % 60 !== 0)
    return t('{hours} h {minutes}', { hours: hours as string, minutes: rest as string });
  return minutes >= 60
    ? t('{hours} h', { hours: hours as string })
    : t('{minutes} min', { minutes: rest as string });
}

/** A calendar day, which has no time zone: March 5, 2030 */
export const dayText = (day: string): string => spoken().date(new Date(`${day}T00:00:00Z`), 'longDay', 'UTC');

/** The present day of a programme, in its own time zone. */
export const todayOf = ({ timeZone }: Pick<Programme, 'timeZone'>): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date());

const momentOf = (time: string) => new Date(minutesOf(time) * 60_000);

/** Tue 18:00–19:00 */
export const rangeText = ({ weekday, from, to }: FreeRange): string =>
  t('{weekday} {times}', {
    // The first of January 2024 was a Monday.
    weekday: spoken().date(new Date(Date.UTC(2024, 0, weekday)), 'shortWeekday', 'UTC'),
    times: spoken().timeRange(momentOf(from), momentOf(to), 'UTC'),
  });

/** Why a student has no partner, and what would help; for the student and for the coordinator. */
export function reasonText({ kind, count, reach, hours, languageCodes }: UnmatchedReason): string {
  const languages = spoken().list(languageCodes.map(languageName));
  const sentences = {
    taken: () =>
      counted(
        count,
        '1 person would fit and already has a partner.',
        '{count} people would fit, and all of them already have a partner.',
      ),
    wish: () =>
      counted(
        count,
        '1 person would fit without the wish for the same gender.',
        '{count} people would fit without the wish for the same gender.',
      ),
    hours: () =>
      counted(
        count,
        '1 person fits by language, but is not free at the same time.',
        '{count} people fit by language, but none is free at the same time.',
      ),
    demand: () =>
      counted(
        count,
        '1 person offers a language sought here, but seeks none that is offered.',
        '{count} people offer a language sought here, but none of them seeks one that is offered.',
      ),
    supply: () => t('Nobody who could be the partner offers a language that is sought here.'),
  };
  const advice: string[] = [];
  if (reach > 0 && languages)
    advice.push(
      kind === 'demand'
        ? counted(
            reach,
            'Offering {languages} would reach 1 person.',
            'Offering {languages} would reach {count} people.',
            { languages },
          )
        : counted(
            reach,
            'Learning {languages} would reach 1 person.',
            'Learning {languages} would reach {count} people.',
            { languages },
          ),
    );
  if (reach > 0 && hours.length > 0) {
    const times = spoken().list(hours.map(rangeText));
    advice.push(
      kind === 'hours'
        ? counted(
            reach,
            'Being free on {times} would reach 1 person.',
            'Being free on {times} would reach {count} people.',
            { times },
          )
        : t('These people are free on {times}.', { times }),
    );
  }
  return [sentences[kind](), ...advice].join(' ');
}

/** The state of a student in one sentence. */
export function placeSentence({ programme, place, partners, unmatched }: ProgrammeView): string {
  const { state, registrationEndsOn, termStartsOn, termEndsOn, eraseOn } = programme;
  if (state === 'draft') return t('This programme is being prepared.');
  if (state === 'registration')
    return t(
      'You have a place. Registration is open until {date}; you get an email once partners are chosen.',
      { date: dayText(registrationEndsOn) },
    );
  if (state === 'matching') return t('Registration is closed. The coordinator is choosing partners.');
  if (state === 'closed')
    return t('The term has ended. Everything here is deleted on {date}.', { date: dayText(eraseOn) });
  if (state === 'erased') return t('This programme is over and its data are deleted.');
  if (partners.length > 0)
    return state === 'published'
      ? counted(
          partners.length,
          'You have a partner. The term begins on {date}.',
          'You have {count} partners. The term begins on {date}.',
          { date: dayText(termStartsOn) },
        )
      : counted(
          partners.length,
          'You have a partner. The term ends on {date}.',
          'You have {count} partners. The term ends on {date}.',
          { date: dayText(termEndsOn) },
        );
  if (place?.status === 'needs-partner')
    return t('You need a new partner, and come first in the next round.');
  return unmatched
    ? t('You have no partner yet. {reason}', { reason: reasonText(unmatched) })
    : t('You have no partner yet. You take part in the next round.');
}
