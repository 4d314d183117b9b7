import { t } from '@parlance/words/current';
import { sentence } from '#lib/sentence';
export function DayHeading({ heading }: { heading: string }) {
  return (
    <h2 className="px-4 pt-5 pb-3 text-center font-sans text-sm font-medium text-ink-faint first-letter:uppercase sm:px-6">
      {heading}
    </h2>
  );
}

export function NewMessagesLine() {
  return (
    <p className="flex items-center gap-3 px-4 pt-2 pb-4 text-sm font-medium text-ink sm:px-6">
      <span aria-hidden="true" className="h-px flex-1 bg-line-strong" />
      {t('New messages')}
      <span aria-hidden="true" className="h-px flex-1 bg-line-strong" />
    </p>
  );
}

export function NothingYet({ partnerName, isBlocked }: { partnerName: string; isBlocked: boolean }) {
  return (
    <div className="flex min-h-0 flex-1 flex-col items-center justify-center gap-2 px-6 text-center">
      <p className="text-lg font-medium">{t('Nothing said yet')}</p>
      {!isBlocked && (
        <p className="max-w-reading text-ink-soft">
          {sentence('Say hello to {name} in the language you are learning. A short sentence is enough.', {
            name: <bdi>{partnerName}</bdi>,
          })}
        </p>
      )}
    </div>
  );
}
