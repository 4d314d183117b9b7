import type { ProgrammeStudent } from '@parlance/contract/programme-students';

const columns = [
  'name',
  'student number',
  'status',
  'partners',
  'offers',
  'seeks',
  'needs credits',
  'minutes',
  'minutes needed',
  'minutes by language',
  'sessions kept',
  'sessions missed',
  'sessions moved',
  'last session',
  'certificate',
];

/**
 * A spreadsheet runs a cell that begins with one of these, also in its wide form or after an invisible character, as a formula. Where
 * its separator is the semicolon, as in German, a cell can begin within ours, and quotation marks count at the beginning of a cell only.
 */
const formula = /(^|[;,])(?=[\s\p{Cf}"]*[=+\-@＝＋－＠])/gu;

/** A cell of RFC 4180 in one line. */
function cell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const guarded = value.replaceAll(/\s+/g, ' ').replaceAll(formula, "$1'");
  return /[",;']/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}

const codes = (list: readonly { languageCode: string }[]): string =>
  list.map(({ languageCode }) => languageCode).join(' ');

/** One row per student, with the byte order mark by which spreadsheets know UTF-8. */
export function csvOf(students: readonly ProgrammeStudent[]): string {
  const rows = students.map((student) => [
    student.name,
    student.studentNumber ?? '',
    student.status,
    student.partners.map(({ name }) => name).join('; '),
    codes(student.offers),
    codes(student.seeks),
    student.needsCredits ? 'yes' : 'no',
    student.hours.countedMinutes,
    student.hours.neededMinutes,
    student.hours.languages.map(({ languageCode, minutes }) => `${languageCode} ${minutes}`).join('; '),
    student.sessions.kept,
    student.sessions.missed,
    student.sessions.moved,
    student.lastSessionAt?.toISOString().slice(0, 10) ?? '',
    student.certificate ? (student.certificate.withdrawnAt ? 'withdrawn' : 'issued') : '',
  ]);
  return `\ufeff${[columns, ...rows].map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`;
}
