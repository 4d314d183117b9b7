import type { FullProfile } from '@parlance/contract/people';
import Ban from 'lucide-react/icons/ban';
import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical';
import Flag from 'lucide-react/icons/flag';
import UserIcon from 'lucide-react/icons/user';
import X from 'lucide-react/icons/x';
import { Link } from 'react-router';
import { nameOf } from '#people/person-name';
import { useBlocking } from '#people/use-blocking';
import { Avatar } from '#ui/avatar';
import { Button } from '#ui/button';
import { LinkButton } from '#ui/link-button';
import { Menu, MenuItem, MenuLink } from '#ui/menu';
import { Skeleton } from '#ui/skeleton';

export interface ConversationHeaderProps {
  profile: FullProfile | undefined;
  /** Missing while the partner has written nothing that could be reported. */
  onReport: (() => void) | undefined;
}

export function ConversationHeader({ profile, onReport }: ConversationHeaderProps) {
  return (
    <header className="flex min-h-16 items-center gap-1 border-b border-line py-1.5 pr-1.5 pl-4 sm:pl-6">
      <div className="min-w-0 flex-1">
        {profile ? (
          <Link
            to={`/profile/${profile.userId}`}
            className="flex min-h-11 w-fit max-w-full items-center gap-3 rounded-md pr-2 hover:underline"
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
      {profile && <PartnerMenu profile={profile} onReport={onReport} />}
      <LinkButton to="/chats" variant="quiet" aria-label="Close conversation" className="px-0">
        <X aria-hidden="true" className="size-5" />
      </LinkButton>
    </header>
  );
}

function PartnerMenu({ profile, onReport }: { profile: FullProfile; onReport: (() => void) | undefined }) {
  const { setBlocked, isPending } = useBlocking(profile);
  const isBlocked = profile.isBlockedByUser === true;
  return (
    <Menu
      trigger={
        <Button variant="quiet" aria-label="More" className="px-0">
          <EllipsisVertical aria-hidden="true" className="size-5" />
        </Button>
      }
    >
      <MenuLink to={`/profile/${profile.userId}`} icon={<UserIcon aria-hidden="true" className="size-5" />}>
        View profile
      </MenuLink>
      <MenuItem
        icon={<Flag aria-hidden="true" className="size-5" />}
        disabled={!onReport}
        onSelect={() => onReport?.()}
      >
        Report the last message
      </MenuItem>
      <MenuItem
        danger={!isBlocked}
        disabled={isPending}
        icon={<Ban aria-hidden="true" className="size-5" />}
        onSelect={() => setBlocked(!isBlocked)}
      >
        {isBlocked ? 'Unblock User' : 'Block User'}
      </MenuItem>
    </Menu>
  );
}
