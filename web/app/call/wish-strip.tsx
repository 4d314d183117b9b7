import { t } from '@parlance/words/current';
import { type MouseEvent, useState } from 'react';
import { languageName } from '#languages/language-name';
import { Button } from '#ui/button';
import { openWishes, type Wish } from './room/halves';
import type { Room } from './room/room';
import type { RoomState } from './room/room-state';

export interface WishStripProps {
  room: Room;
  state: RoomState;
  now: number;
  userId: string;
  partnerName: string;
}

/** Open proposals of either side. */
export function WishStrip({ room, state, now, userId, partnerName: name }: WishStripProps) {
  const [hidden, setHidden] = useState<number[]>([]);
  const agree = ({ action, languages }: Wish) => {
    if (action !== 'language') void room.wish(action).catch(() => undefined);
    else if (languages) void room.wishLanguages(languages).catch(() => undefined);
  };
  // The focused button unmounts with the answered proposal.
  const leave = ({ currentTarget }: MouseEvent) => currentTarget.closest('section')?.focus();
  return openWishes(state.timer, now)
    .filter(({ askedAt }) => !hidden.includes(askedAt.getTime()))
    .map((wish) => (
      <div
        key={`${wish.action} ${wish.userId}`}
        className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md bg-sunken px-3 py-2"
      >
        <p className="min-w-0 flex-1 basis-48 leading-snug">
          {wish.userId === userId ? ownWords(wish, name) : theirWords(wish, name)}
        </p>
        {wish.userId !== userId && (
          <div className="flex gap-2">
            <Button
              variant="quiet"
              onClick={(event) => {
                leave(event);
                setHidden([...hidden, wish.askedAt.getTime()]);
              }}
            >
              {t('Not now')}
            </Button>
            <Button
              onClick={(event) => {
                leave(event);
                agree(wish);
              }}
            >
              {t('Agree')}
            </Button>
          </div>
        )}
      </div>
    ));
}

const named = ({ languages }: Wish) => ({
  first: languages ? languageName(languages.first) : '',
  second: languages ? languageName(languages.second) : '',
});

function ownWords(wish: Wish, name: string): string {
  if (wish.action === 'swap') return t('You would like to swap now. Waiting for {name} to agree.', { name });
  if (wish.action === 'extend')
    return t('You would like 5 minutes more. Waiting for {name} to agree.', { name });
  return t('You would like {first} first, then {second}. Waiting for {name} to agree.', {
    name,
    ...named(wish),
  });
}

/** Text of the partner's proposal, shown and announced. */
export function theirWords(wish: Wish, name: string): string {
  if (wish.action === 'swap') return t('{name} would like to swap now.', { name });
  if (wish.action === 'extend') return t('{name} would like 5 minutes more.', { name });
  return t('{name} would like {first} first, then {second}.', { name, ...named(wish) });
}
