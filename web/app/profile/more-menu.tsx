import type { FullProfile } from '@parlance/contract/people';
import { t } from '@parlance/words/current';
import Flag from 'lucide-react/icons/flag';
import UserCheck from 'lucide-react/icons/user-check';
import UserX from 'lucide-react/icons/user-x';
import { type ReactElement, useState } from 'react';
import { useBlocking } from '#people/use-blocking';
import { Menu, MenuItem } from '#ui/menu';
import { ReportProfile } from './report-profile';

export interface MoreMenuProps {
  profile: FullProfile;
  trigger: ReactElement;
  opensAtOnce: boolean;
}

export function MoreMenu({ profile, trigger, opensAtOnce }: MoreMenuProps) {
  const { setBlocked, isPending } = useBlocking(profile);
  const isBlocked = profile.isBlockedByUser ?? false;
  const Icon = isBlocked ? UserCheck : UserX;
  const [isReporting, setReporting] = useState(false);
  return (
    <>
      <Menu trigger={trigger} opensAtOnce={opensAtOnce}>
        <MenuItem icon={<Flag aria-hidden="true" className="size-5" />} onSelect={() => setReporting(true)}>
          {t('Report profile')}
        </MenuItem>
        <MenuItem
          danger={!isBlocked}
          disabled={isPending}
          icon={<Icon aria-hidden="true" className="size-5" />}
          onSelect={() => setBlocked(!isBlocked)}
        >
          {isBlocked ? t('Unblock User') : t('Block User')}
        </MenuItem>
      </Menu>
      <ReportProfile profile={profile} open={isReporting} onClose={() => setReporting(false)} />
    </>
  );
}
