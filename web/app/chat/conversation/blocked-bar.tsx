import type { FullProfile } from '@parlance/contract/people';
import { t } from '@parlance/words/current';
import { sentence } from '#lib/sentence';
import { nameOf } from '#people/person-name';
import { useBlocking } from '#people/use-blocking';
import { BottomBar } from '#ui/bottom-bar';
import { Button } from '#ui/button';

/** Replaces the composer for a partner whom the viewer has blocked. */
export function BlockedBar({ profile }: { profile: FullProfile }) {
  const { setBlocked, isPending } = useBlocking(profile);
  return (
    <BottomBar className="flex flex-wrap items-center justify-center gap-x-4 gap-y-2 border-t border-line bg-sunken px-4 py-3">
      <p className="text-center text-ink-soft">
        {sentence('You blocked {name}. Neither of you can write to the other.', {
          name: <bdi>{nameOf(profile)}</bdi>,
        })}
      </p>
      <Button busy={isPending} onClick={() => setBlocked(false)}>
        {t('Unblock User')}
      </Button>
    </BottomBar>
  );
}
