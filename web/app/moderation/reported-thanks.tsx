import type { ReportedThanks as Reported } from '@parlance/contract/moderation';
import { t } from '@parlance/words/current';
import { ThanksQuote } from '#thanks/thanks-quote';
import { momentText } from './moderation-words';

export function ReportedThanks({ thanks }: { thanks: Reported }) {
  return (
    <section aria-labelledby="reported-thanks" className="grid gap-4">
      <h2 id="reported-thanks" className="text-xl">
        {t('The thanks that were reported')}
      </h2>
      <div className="edge-when-forced grid w-full max-w-xl min-w-0 gap-2 rounded-xl border border-danger-line bg-danger-soft px-4 py-3">
        <time dateTime={thanks.givenAt.toISOString()} className="text-sm text-ink-soft tabular-nums">
          {momentText(thanks.givenAt)}
        </time>
        <ThanksQuote thanks={thanks} />
      </div>
      {!thanks.isThere && <p className="text-ink-soft">{t('They are no longer on any profile.')}</p>}
    </section>
  );
}
