import type { FullProfile } from '@parlance/contract/people';
import { t } from '@parlance/words/current';
import Ban from 'lucide-react/icons/ban';
import Flag from 'lucide-react/icons/flag';
import UserIcon from 'lucide-react/icons/user';
import type { ReactElement } from 'react';
import { useBlocking } from '#people/use-blocking';
import { Menu, MenuItem, MenuLink } from '#ui/menu';

export interface PartnerMenuProps {
  profile: FullProfile;
  trigger: ReactElement;
  opensAtOnce: boolean;
  onReport: (() => void) | undefined;
}

export function PartnerMenu({ profile, trigger, opensAtOnce, onReport }: PartnerMenuProps) {
  const { setBlocked, isPending } = useBlocking(profile);
  const isBlocked = profile.isBlockedByUser === true;
  return (
    <Menu trigger={trigger} opensAtOnce={opensAtOnce}>
      <MenuLink to={`/profile/${profile.userId}`} icon={<UserIcon aria-hidden="true" className="size-5" />}>
        {t('View profile')}
      </MenuLink>
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
