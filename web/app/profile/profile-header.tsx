import type { FullProfile } from '@parlance/contract/people';
import { t } from '@parlance/words/current';
import { word } from '@parlance/words/word';
import CalendarDays from 'lucide-react/icons/calendar-days';
import MessageCircle from 'lucide-react/icons/message-circle';
import Settings from 'lucide-react/icons/settings';
import { Link } from 'react-router';
import { ActivityBadge } from '#people/activity-badge';
import { memberSince } from '#people/member-since';
import { nameOf } from '#people/person-name';
import { SavePlace } from '#people/save-place';
import { useReadySession } from '#session/signed-in';
import { Avatar } from '#ui/avatar';
import { LinkButton } from '#ui/link-button';
import { LocalTime } from './local-time';
import { MoreButton } from './more-button';
import { Record } from './record';

export function ProfileHeader({ profile }: { profile: FullProfile }) {
  const { userId, profileImageUrl, createdAt, lastActiveAt, timeZone, isBlockedByUser } = profile;
  const { user } = useReadySession();
  const isOwn = user?.userId === userId;
  const name = nameOf(profile);
  return (
    <header className="flex flex-col gap-5 sm:flex-row sm:items-center sm:gap-7">
      <Avatar name={name} src={profileImageUrl} size="xl" />
      <div className="grid min-w-0 flex-1 justify-items-start gap-2">
        <h1 dir="auto" className="max-w-full text-page-start text-title wrap-anywhere">
          {name}
        </h1>
        {/* The badge comes last: the server does not know the viewer's day, and nothing may move. */}
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <p className="flex items-center gap-2 text-ink-soft">
            <CalendarDays aria-hidden="true" className="size-4 shrink-0" />
            {memberSince(createdAt)}
          </p>
          {!isOwn && <ActivityBadge lastActiveAt={lastActiveAt} />}
        </div>
        {!isOwn && timeZone && <LocalTime timeZone={timeZone} name={name} />}
        {(profile.sessions || profile.answersWithin) && <Record profile={profile} />}
        {/* On a phone the free times are two screens below. */}
        {!isOwn && (
          <Link
            to="#availability"
            className="-my-2 flex min-h-11 items-center underline underline-offset-4 sm:hidden"
          >
            {t('Availability')}
          </Link>
        )}
      </div>
      <div className="flex flex-wrap gap-3 sm:self-start">
        {isOwn ? (
          <LinkButton to="/settings">
            <Settings aria-hidden="true" className="size-5" />
            {t('Settings')}
          </LinkButton>
        ) : (
          <LinkButton
            to={`/chat/${userId}`}
            variant={isBlockedByUser ? 'secondary' : 'primary'}
            className="max-sm:grow"
          >
            <MessageCircle aria-hidden="true" className="size-5" />
            {t(word('Message', 'to write to somebody'))}
          </LinkButton>
        )}
        {user && !isOwn && !isBlockedByUser && <SavePlace person={profile} />}
        {user && !isOwn && <MoreButton profile={profile} />}
      </div>
    </header>
  );
}
