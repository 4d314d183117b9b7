import type { CallTalk } from '@parlance/contract/call';
import { t } from '@parlance/words/current';
import { countdownText } from './call-words';
import type { Half } from './room/halves';

export interface TalkBalanceProps {
  talk: CallTalk[];
  half: Half;
  title: string;
  userId: string;
  partnerName: string;
}

/** Talk balance of a half; renders nothing if no talk was measured. */
export function TalkBalance({ talk, half, title, userId, partnerName }: TalkBalanceProps) {
  const of = (isOwn: boolean) => {
    const talked = talk.find((one) => (one.userId === userId) === isOwn);
    return (half === 'first' ? talked?.firstMs : talked?.secondMs) ?? 0;
  };
  const [own, theirs] = [of(true), of(false)];
  if (own + theirs < 1000) return null;
  return (
    <div className="grid gap-1">
      <p className="text-sm font-medium">{title}</p>
      <div aria-hidden="true" className="flex h-2 gap-1">
        {own > 0 && (
          <span
            className="edge-when-forced min-w-2 rounded-full bg-speak-bright forced-colors:bg-[CanvasText]"
            style={{ flexGrow: own, flexBasis: 0 }}
          />
        )}
        {theirs > 0 && (
          <span
            className="edge-when-forced min-w-2 rounded-full bg-learn-bright"
            style={{ flexGrow: theirs, flexBasis: 0 }}
          />
        )}
      </div>
      <div className="flex justify-between gap-4 text-sm text-ink-soft tabular-nums">
        <span>{t('You {time}', { time: countdownText(own) })}</span>
        <span dir="auto">{t('{name} {time}', { name: partnerName, time: countdownText(theirs) })}</span>
      </div>
    </div>
  );
}
