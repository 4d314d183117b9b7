import type { ProgrammeStudent } from '@parlance/contract/programme-students';
import type { Programme } from '@parlance/contract/programmes';
import { counted, spoken, t } from '@parlance/words/current';
import { useQuery } from '@tanstack/react-query';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Empty, Loaded } from '#programmes/parts/page-frame';
import { studentsQuery } from '#programmes/parts/programme-queries';
import { hoursText, rangeText } from '#programmes/parts/programme-words';
import { useSignedIn } from '#session/signed-in';
import { Badge } from '#ui/badge';
import { StudentActs } from './student-acts';
import { languagesText, partnersText, riskWords, statusWords } from './student-words';

/** One student: registration data, requests for help, and actions. */
export function StudentDetail({ programme, userId }: { programme: Programme; userId: string }) {
  const { programmeId } = programme;
  const { calls } = useSignedIn().runtime;
  return (
    <div className="grid grid-cols-1 gap-6">
      <Link
        to={`/programmes/${programmeId}/coordinate/students`}
        className="-ms-1 flex min-h-11 w-fit items-center gap-2 rounded-md px-1 text-ink-soft hover:text-ink"
      >
        <ArrowLeft aria-hidden="true" className="size-4 rtl:-scale-x-100" />
        {t('All students')}
      </Link>
      <Loaded query={useQuery(studentsQuery(calls, { programmeId, userId, limit: 1 }))}>
        {({ students: [student] }) =>
          student?.userId === userId ? (
            <Student programme={programme} student={student} />
          ) : (
            <Empty>{t('This student is no longer in the programme.')}</Empty>
          )
        }
      </Loaded>
    </div>
  );
}

function Student({ programme, student }: { programme: Programme; student: ProgrammeStudent }) {
  const { name, risks, help, sessions, hours, lastSessionAt, certificate } = student;
  const facts: [string, ReactNode][] = [
    [t('Student number'), student.studentNumber ?? '–'],
    [t('Partner'), partnersText(student) ?? t(statusWords[student.status])],
    [t('Speaks'), languagesText(student.offers)],
    [t('Learns'), languagesText(student.seeks)],
    [
      t('Hours'),
      t('{hours} of {needed}', {
        hours: hoursText(hours.countedMinutes),
        needed: hoursText(hours.neededMinutes),
      }),
    ],
    [t('Sessions'), sessionsText(sessions)],
    [t('Last session'), lastSessionAt ? spoken().date(lastSessionAt, 'longDay') : '–'],
    [t('Certificate'), certificate ? certificateText(certificate) : '–'],
    [t('Free'), spoken().list(student.freeHours.map(rangeText))],
  ];
  return (
    <article className="grid grid-cols-1 gap-6">
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 dir="auto" className="text-page-start text-2xl wrap-anywhere">
          {name}
        </h2>
        {risks.map((risk) => (
          <Badge key={risk} tone="danger">
            {t(riskWords[risk])}
          </Badge>
        ))}
      </header>
      <dl className="grid gap-x-8 gap-y-3 sm:grid-cols-2">
        {facts.map(([label, value]) => (
          <div key={label} className="grid">
            <dt className="text-sm text-ink-soft">{label}</dt>
            <dd dir="auto" className="text-page-start wrap-anywhere">
              {value}
            </dd>
          </div>
        ))}
      </dl>
      {help.length > 0 && (
        <section className="grid gap-3">
          <h3 className="text-lg">{t('Written to you')}</h3>
          {help.map(({ askedAt, text }) => (
            <blockquote key={askedAt.toISOString()} className="border-s-2 border-line-strong ps-4">
              <p className="text-sm text-ink-soft">{spoken().date(askedAt, 'moment')}</p>
              <p dir="auto" className="text-page-start wrap-anywhere whitespace-pre-wrap">
                {text || t('No text')}
              </p>
            </blockquote>
          ))}
        </section>
      )}
      <StudentActs programme={programme} student={student} />
    </article>
  );
}

const certificateText = ({ issuedAt, withdrawnAt }: NonNullable<ProgrammeStudent['certificate']>): string =>
  withdrawnAt
    ? t('This certificate was withdrawn on {date}.', { date: spoken().date(withdrawnAt, 'longDay') })
    : t('Issued on {date}', { date: spoken().date(issuedAt, 'longDay') });

export const sessionsText = ({ kept, missed, moved }: ProgrammeStudent['sessions']): string =>
  spoken().list([
    counted(kept, '1 kept', '{count} kept'),
    counted(missed, '1 missed', '{count} missed'),
    counted(moved, '1 moved', '{count} moved'),
  ]);
