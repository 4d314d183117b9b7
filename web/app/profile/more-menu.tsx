import type { FullProfile } from '@parlance/contract/people';
import { t } from '@parlance/words/current';
import UserCheck from 'lucide-react/icons/user-check';
import UserX from 'lucide-react/icons/user-x';
import type { ReactElement } from 'react';
import { useBlocking } from '#people/use-blocking';
import { Menu, MenuItem } from '#ui/menu';

export interface MoreMenuProps {
  profile: FullProfile;
  trigger: ReactElement;
  opensAtOnce: boolean;
}

export function MoreMenu({ profile, trigger, opensAtOnce }: MoreMenuProps) {
  const { setBlocked, isPending } = useBlocking(profile);
  const isBlocked = profile.isBlockedByUser ?? false;
  const Icon = isBlocked ? UserCheck : UserX;
  return (
    <Menu trigger={trigger} opensAtOnce={opensAtOnce}>
      <MenuItem
        danger={!isBlocked}
        disabled={isPending}
        icon={<Icon aria-hidden="true" className="size-5" />}
        onSelect={() => setBlocked(!isBlocked)}
      >
        {isBlocked ? t('Unblock User') : t('Block User')}
      </MenuItem>
    </Menu>
  );
}
