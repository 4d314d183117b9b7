import type { FullProfile } from '@parlance/contract/people';
import Ellipsis from 'lucide-react/icons/ellipsis';
import UserCheck from 'lucide-react/icons/user-check';
import UserX from 'lucide-react/icons/user-x';
import { useBlocking } from '#people/use-blocking';
import { Button } from '#ui/button';
import { Menu, MenuItem } from '#ui/menu';

/** What else can be done about a person. */
export function MoreMenu({ profile }: { profile: FullProfile }) {
  const { setBlocked, isPending } = useBlocking(profile);
  const isBlocked = profile.isBlockedByUser ?? false;
  const Icon = isBlocked ? UserCheck : UserX;
  return (
    <Menu
      trigger={
        <Button>
          <Ellipsis aria-hidden="true" className="size-5" />
          More
        </Button>
      }
    >
      <MenuItem
        danger={!isBlocked}
        disabled={isPending}
        icon={<Icon aria-hidden="true" className="size-5" />}
        onSelect={() => setBlocked(!isBlocked)}
      >
        {isBlocked ? 'Unblock User' : 'Block User'}
      </MenuItem>
    </Menu>
  );
}
