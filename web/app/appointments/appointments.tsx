import { pastSessionsPageSize } from '@parlance/contract/past-sessions';
import { type Appointment, slotListLookBackMs, slotPageSizes } from '@parlance/contract/schedule';
import { t } from '@parlance/words/current';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { type AttentionKind, decideAttention } from '#attention/attention';
import { proposalsFor } from '#attention/proposals';
import { pageTitle } from '#lib/brand';
import { classNames } from '#lib/class-names';
import { pageCountOf, readPage } from '#lib/page-number';
import { useLaterModule } from '#lib/use-later-module';
import { useNow } from '#lib/use-now';
import { appointmentsQuery } from '#schedule/schedule-queries';
import { sessionStatus } from '#schedule/session-status';
import { readDay } from '#schedule/shown-days';
import { groupByDay } from '#schedule/time-text';
import { useLiveSchedule } from '#schedule/use-live-schedule';
import { viewerZone } from '#schedule/viewer-zone';
import { dayAt, startOfDay } from '#schedule/zoned-time';
import { useSignedIn } from '#session/signed-in';
import { OpenQuestions } from '#trust/open-questions';
import { Banner } from '#ui/banner';
import { Button } from '#ui/button';
import { Field } from '#ui/field';
import { LinkButton } from '#ui/link-button';
import { Pagination } from '#ui/pagination';
import { TextInput } from '#ui/text-input';
import { AppointmentItem } from './appointment-item';
import { SessionsSkeleton } from './sessions-skeleton';
import { ShowLinks } from './show-links';

export const meta = () => [{ title: pageTitle(t('Upcoming Chats')) }];

const minuteMs = 60_000;

/** Upcoming sessions, or with `?show=past` those that have ended. */
export default function Appointments() {
  const [search] = useSearchParams();
  const isPast = search.get('show') === 'past';
  const past = useLaterModule(() => import('./past-sessions'), { isWanted: isPast });
  const heading = useRef<HTMLHeadingElement>(null);
  useLiveSchedule();
  const head = (
    <>
      <h1 ref={heading} tabIndex={-1} className="text-title outline-none">
        {isPast ? t('Past sessions') : t('Upcoming Chats')}
      </h1>
      <ShowLinks isPast={isPast} />
    </>
  );
  if (!isPast) return <Upcoming head={head} onMoved={() => heading.current?.focus()} />;
  return (
    <div className="grid gap-6">
      {head}
      {past ? (
        <past.PastSessions page={readPage(search.get('page'), pastSessionsPageSize)} />
      ) : (
        <SessionsSkeleton />
      )}
    </div>
  );
}

function Upcoming({ head, onMoved }: { head: ReactNode; onMoved: () => void }) {
  const { runtime, user } = useSignedIn();
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const zone = viewerZone();
  const now = useNow(minuteMs);
  const asked = readDay(search.get('from'));
  // Two hours back: a session that runs over midnight is still shown. The list begins at the day that the field shows.
  const from = asked ?? dayAt(zone, now - slotListLookBackMs);
  const page = readPage(search.get('page'), slotPageSizes.appointments);
  const start = new Date(startOfDay(zone, from));
  const query = appointmentsQuery(runtime.calls, user.userId, { start, page });
  const { data, isError, isPlaceholderData, isFetching, refetch } = useQuery(query);

  const addressOf = (day: string | null, number: number) => {
    const params = new URLSearchParams();
    if (day) params.set('from', day);
    if (number > 1) params.set('page', String(number));
    return { search: params.toString() };
  };

  // Sessions that ended earlier today are asked about above the list, unless the member chose the day.
  const isAskedInList = ({ startsAt }: Appointment) =>
    asked !== null || startsAt.getTime() >= now - slotListLookBackMs;
  const questions = data && page === 1 && <OpenQuestions shown={data.slots.filter(isAskedInList)} />;
  const at = new Date(now);
  const slots = data?.slots ?? [];
  const proposals = proposalsFor(slots, user.userId, at);
  const { prominent } = decideAttention({
    session: slots.filter((session) => sessionStatus(session, at) === 'in-session').length,
    proposal: proposals.length,
    question: 1,
  });
  // Questions stand above the list only where nothing comes before them. Decided once on arrival, so that the layout does not change
  // during the visit.
  const [first, setFirst] = useState<AttentionKind | null>(null);
  if (data && first === null) setFirst(prominent);

  return (
    <div className="grid gap-6">
      {head}
      <Field label={t('From:')} className="w-44">
        <TextInput
          type="date"
          value={from}
          onChange={(event) => void navigate(addressOf(readDay(event.target.value), 1), { replace: true })}
        />
      </Field>
      {first === 'question' && questions}
      {!data && !isError && <SessionsSkeleton />}
      {!data && isError && (
        <Banner tone="danger" action={<Button onClick={() => void refetch()}>{t('Try again')}</Button>}>
          {t('Your sessions could not be loaded. Nothing was lost.')}
        </Banner>
      )}
      {data?.count === 0 && <NoSessions hasRange={asked !== null} />}
      {data && (
        <div className={classNames('grid gap-8 transition-opacity', isPlaceholderData && 'opacity-60')}>
          {groupByDay(data.slots, zone).map(({ day, heading, items }) => (
            <section key={day} aria-label={heading} className="grid gap-3">
              <h2 className="text-xl first-letter:uppercase">{heading}</h2>
              <ul className="grid gap-3">
                {items.map((session) => (
                  <AppointmentItem
                    key={session.scheduleSlotId}
                    session={session}
                    now={at}
                    isProminent={prominent === 'proposal' && session === proposals[0]}
                    isAsked={isAskedInList(session)}
                    onMoved={onMoved}
                  />
                ))}
              </ul>
            </section>
          ))}
        </div>
      )}
      {first !== 'question' && questions}
      <Pagination
        page={page}
        pageCount={pageCountOf(data?.count ?? 0, slotPageSizes.appointments)}
        isCurrent={!isFetching}
        linkTo={(number) => addressOf(asked, number)}
        label={t('Pages of sessions')}
      />
    </div>
  );
}

function NoSessions({ hasRange }: { hasRange: boolean }) {
  return (
    <div className="grid justify-items-start gap-3 rounded-lg border border-dashed border-line-strong p-6">
      <h2 className="text-xl">{t('No sessions found')}</h2>
      <p className="text-ink-soft">
        {hasRange
          ? t("Try selecting a different date range, or book a time on somebody's profile.")
          : t("Book a time on somebody's profile, and it appears here.")}
      </p>
      <LinkButton to="/dashboard" variant="primary">
        {t('Find Language Partners')}
      </LinkButton>
    </div>
  );
}
