import type { Thanks } from '@parlance/contract/thanks';
import { spoken, t } from '@parlance/words/current';
import { word } from '@parlance/words/word';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import Ellipsis from 'lucide-react/icons/ellipsis';
import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import Flag from 'lucide-react/icons/flag';
import { useState } from 'react';
import { Link } from 'react-router';
import { failureMessage } from '#lib/failure-message';
import { readAgain } from '#lib/read-again';
import { sentence } from '#lib/sentence';
import { peopleKey } from '#people/people-queries';
import { nameOf } from '#people/person-name';
import { ReportForm } from '#reports/report-form';
import { useSignedIn } from '#session/signed-in';
import { Avatar } from '#ui/avatar';
import { Badge } from '#ui/badge';
import { Button } from '#ui/button';
import { Dialog } from '#ui/dialog';
import { Menu, MenuItem } from '#ui/menu';
import { showToast } from '#ui/toast';
import { ThanksQuote } from './thanks-quote';

/** Thanks on a profile; the recipient can hide or report them. */
export function ThanksItem({ thanks }: { thanks: Thanks }) {
  const { from, shownAt, isHidden } = thanks;
  const name = nameOf(from);
  return (
    <li className="flex min-w-0 gap-3 py-4 sm:gap-4">
      <Avatar name={name} src={from.profileImageUrl} size="sm" />
      <div className="grid min-w-0 flex-1 content-start gap-2">
        <div className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1">
          <Link
            to={`/profile/${from.userId}`}
            dir="auto"
            className="-my-2.5 py-2.5 font-semibold wrap-anywhere underline-offset-4 hover:underline"
          >
            {name}
          </Link>
          <time dateTime={shownAt.toISOString()} className="text-sm text-ink-soft">
            {spoken().date(shownAt, 'month')}
          </time>
          {isHidden && (
            <Badge icon={<EyeOff aria-hidden="true" className="size-4" />}>
              {/* In one piece: a badge sets its parts apart. */}
              <span>{sentence('Only you and {name} see this', { name: <bdi>{name}</bdi> })}</span>
            </Badge>
          )}
        </div>
        <ThanksQuote thanks={thanks} />
      </div>
      {isHidden !== undefined && <OwnActs thanks={thanks} name={name} isHidden={isHidden} />}
    </li>
  );
}

/** Actions of the recipient. */
function OwnActs({ thanks, name, isHidden }: { thanks: Thanks; name: string; isHidden: boolean }) {
  const { calls } = useSignedIn().runtime;
  const cache = useQueryClient();
  const [isReporting, setReporting] = useState(false);
  const { thanksId } = thanks;
  const { mutate, isPending } = useMutation({
    mutationFn: () => calls.updateThanks({ thanksId, isHidden: !isHidden }),
    onSuccess: () => readAgain(cache, peopleKey),
    onError: (error) =>
      showToast({ title: failureMessage(error, t('It did not work. Please try again.')), tone: 'danger' }),
  });
  const Icon = isHidden ? Eye : EyeOff;
  return (
    <>
      <Menu
        trigger={
          <Button
            variant="quiet"
            className="-my-1 self-start px-0"
            aria-label={t('What to do about the thanks of {name}', { name })}
          >
            <Ellipsis aria-hidden="true" className="size-5" />
          </Button>
        }
      >
        <MenuItem
          disabled={isPending}
          icon={<Icon aria-hidden="true" className="size-5" />}
          onSelect={() => mutate()}
        >
          {isHidden ? t('Show it to others again') : t('Hide it from others')}
        </MenuItem>
        <MenuItem
          danger
          icon={<Flag aria-hidden="true" className="size-5" />}
          onSelect={() => setReporting(true)}
        >
          {t(word('Report', 'to tell of a bad message'))}
        </MenuItem>
      </Menu>
      <Dialog
        open={isReporting}
        onOpenChange={setReporting}
        title={t('Report these thanks')}
        description={t('We look at what was written. The person who wrote it is not told.')}
      >
        <ReportForm
          onReport={(details) => calls.reportThanks({ thanksId, ...details })}
          thanked={t('Thank you. The thanks were reported.')}
          onClose={() => setReporting(false)}
        >
          <p dir="auto" className="pb-1 text-page-start text-sm font-medium">
            {name}
          </p>
          <ThanksQuote thanks={thanks} />
        </ReportForm>
      </Dialog>
    </>
  );
}
