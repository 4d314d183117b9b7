import type { FullProfile } from '@parlance/contract/people';
import { t } from '@parlance/words/current';
import Ban from 'lucide-react/icons/ban';
import CalendarDays from 'lucide-react/icons/calendar-days';
import Flag from 'lucide-react/icons/flag';
import Lightbulb from 'lucide-react/icons/lightbulb';
import Scale from 'lucide-react/icons/scale';
import UserIcon from 'lucide-react/icons/user';
import type { ReactElement } from 'react';
import { askForAid } from '#aids/asked-aids';
import { useLanguageShare } from '#aids/use-language-share';
import { useConversation } from '#chat/engine/chat';
import { useBlocking } from '#people/use-blocking';
import { Menu, MenuItem, MenuLink } from '#ui/menu';

const none: never[] = [];

export interface PartnerMenuProps {
  profile: FullProfile;
  trigger: ReactElement;
  opensAtOnce: boolean;
  onReport: (() => void) | undefined;
}

export function PartnerMenu({ profile, trigger, opensAtOnce, onReport }: PartnerMenuProps) {
  const { setBlocked, isPending } = useBlocking(profile);
  const isBlocked = profile.isBlockedByUser === true;
  const { data } = useConversation(profile.userId);
  const share = useLanguageShare(profile, data?.messages ?? none);
  const ask = (what: 'topics' | 'share') => askForAid({ partnerUserId: profile.userId, what });
  return (
    <Menu trigger={trigger} opensAtOnce={opensAtOnce}>
      <MenuLink to={`/profile/${profile.userId}`} icon={<UserIcon aria-hidden="true" className="size-5" />}>
        {t('View Profile')}
      </MenuLink>
      {!isBlocked && (
        <MenuLink
          to={`/profile/${profile.userId}#availability`}
          icon={<CalendarDays aria-hidden="true" className="size-5" />}
        >
          {t('Find a time')}
        </MenuLink>
      )}
      {!isBlocked && (
        <MenuItem icon={<Lightbulb aria-hidden="true" className="size-5" />} onSelect={() => ask('topics')}>
          {t('Something to talk about')}
        </MenuItem>
      )}
      {share && !isBlocked && (
        <MenuItem icon={<Scale aria-hidden="true" className="size-5" />} onSelect={() => ask('share')}>
          {/* words: how much of a conversation was in each of its two languages */}
          {t('Languages: about {more} : {less}', { more: share.moreShare, less: share.lessShare })}
        </MenuItem>
      )}
      <MenuItem
        icon={<Flag aria-hidden="true" className="size-5" />}
        disabled={!onReport}
        onSelect={() => onReport?.()}
      >
        {t('Report the last message')}
      </MenuItem>
      <MenuItem
        danger={!isBlocked}
        disabled={isPending}
        icon={<Ban aria-hidden="true" className="size-5" />}
        onSelect={() => setBlocked(!isBlocked)}
      >
        {isBlocked ? t('Unblock User') : t('Block User')}
      </MenuItem>
    </Menu>
  );
}
