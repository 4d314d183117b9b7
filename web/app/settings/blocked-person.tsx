import type { BlockedUser } from '@parlance/contract/people-lists';
import { spoken, t } from '@parlance/words/current';
import { useId } from 'react';
import { nameOf } from '#people/person-name';
import { useBlocking } from '#people/use-blocking';
import { Avatar } from '#ui/avatar';
import { Button } from '#ui/button';

export interface BlockedPersonProps {
  person: BlockedUser;
  onPress: () => void;
}

export function BlockedPerson({ person, onPress }: BlockedPersonProps) {
  const { setBlocked, isPending } = useBlocking(person);
  const nameId = useId();
  const name = nameOf(person);
  const unblock = () => {
    onPress();
    setBlocked(false);
  };
  return (
    <li className="flex flex-wrap items-center gap-3 py-3">
      <Avatar name={name} src={person.profileImageUrl} size="md" />
      <div className="min-w-0 flex-1 basis-40">
        <p id={nameId} dir="auto" className="text-page-start font-medium wrap-anywhere">
          {name}
        </p>
        <p className="text-sm text-ink-soft">
          {t('Blocked on {date}', { date: spoken().date(person.blockedAt, 'longDay') })}
        </p>
      </div>
      <Button className="ms-auto shrink-0" busy={isPending} aria-describedby={nameId} onClick={unblock}>
        {t('Unblock')}
      </Button>
    </li>
  );
}
