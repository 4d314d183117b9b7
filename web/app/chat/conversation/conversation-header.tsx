import type { FullProfile } from '@parlance/contract/people';
import { t } from '@parlance/words/current';
import { word } from '@parlance/words/word';
import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical';
import X from 'lucide-react/icons/x';
import { cloneElement, useRef, useState } from 'react';
import { Link } from 'react-router';
import { useLaterModule } from '#lib/use-later-module';
import { nameOf } from '#people/person-name';
import { Avatar } from '#ui/avatar';
import { Button } from '#ui/button';
import { LinkButton } from '#ui/link-button';
import { Skeleton } from '#ui/skeleton';

export interface ConversationHeaderProps {
  profile: FullProfile | undefined;
  /** Undefined until the partner has sent a message that can be reported. */
  onReport: (() => void) | undefined;
}

export function ConversationHeader({ profile, onReport }: ConversationHeaderProps) {
  const menuPlace = useRef<HTMLDivElement>(null);
  const [isMenuWanted, setMenuWanted] = useState(false);
  const menu = useLaterModule(() => import('./partner-menu'), { place: menuPlace, isWanted: isMenuWanted });
  const more = (
    <Button variant="quiet" aria-label={t(word('More', 'further actions'))} className="px-0!">
      <EllipsisVertical aria-hidden="true" className="size-5" />
    </Button>
  );
  return (
    <header className="flex min-h-16 items-center gap-1 border-b border-line py-1.5 ps-4 pe-1.5 sm:ps-6">
      <div className="min-w-0 flex-1">
        {profile ? (
          <Link
            to={`/profile/${profile.userId}`}
            className="flex min-h-11 w-fit max-w-full items-center gap-3 rounded-md pe-2 hover:underline"
          >
            <Avatar name={nameOf(profile)} src={profile.profileImageUrl} />
            <h1 className="truncate text-lg" dir="auto">
              {nameOf(profile)}
            </h1>
          </Link>
        ) : (
          <div className="flex items-center gap-3">
            <Skeleton round className="size-11" />
            <Skeleton className="h-5 w-40" />
          </div>
        )}
      </div>
      <div ref={menuPlace} className="contents">
        {profile && menu ? (
          <menu.PartnerMenu profile={profile} trigger={more} opensAtOnce={isMenuWanted} onReport={onReport} />
        ) : (
          cloneElement(more, { disabled: !profile, onClick: () => setMenuWanted(true) })
        )}
      </div>
      <LinkButton to="/chats" variant="quiet" aria-label={t('Close conversation')} className="px-0!">
        <X aria-hidden="true" className="size-5" />
      </LinkButton>
    </header>
  );
}
