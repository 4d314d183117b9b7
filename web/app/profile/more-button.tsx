import type { FullProfile } from '@parlance/contract/people';
import { t } from '@parlance/words/current';
import Ellipsis from 'lucide-react/icons/ellipsis';
import { cloneElement, useRef, useState } from 'react';
import { useLaterModule } from '#lib/use-later-module';
import { Button } from '#ui/button';

/** The button of the lazily loaded menu. */
export function MoreButton({ profile }: { profile: FullProfile }) {
  const place = useRef<HTMLDivElement>(null);
  const [isWanted, setWanted] = useState(false);
  const menu = useLaterModule(() => import('./more-menu'), { place, isWanted });
  const more = (
    <Button>
      <Ellipsis aria-hidden="true" className="size-5" />
      {/* words: opens a menu of what else can be done about a person */}
      {t('More')}
    </Button>
  );
  return (
    <div ref={place} className="contents">
      {menu ? (
        <menu.MoreMenu profile={profile} trigger={more} opensAtOnce={isWanted} />
      ) : (
        cloneElement(more, { onClick: () => setWanted(true) })
      )}
    </div>
  );
}
