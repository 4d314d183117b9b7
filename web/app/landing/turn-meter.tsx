import { counted } from '@parlance/words/current';
import { classNames } from '#lib/class-names';
import { Waveform } from './waveform';

const turns = Array.from({ length: 10 }, (_, turn) => turn);
const turnsTaken = 7;

export function TurnMeter() {
  return (
    <div className="grid gap-4">
      <div
        dir="ltr"
        className="flex items-center gap-3 rounded-full border border-speak-line bg-speak-soft px-4 py-2 text-speak"
      >
        <Waveform playedShare={0.6} className="h-7 min-w-0 flex-1" />
        <span className="text-sm font-semibold">0.75×</span>
      </div>
      <div className="grid gap-1.5">
        <div className="flex gap-1">
          {turns.map((turn) => (
            <span
              key={turn}
              className={classNames(
                'h-3 flex-1 rounded-full',
                turn >= turnsTaken ? 'bg-line' : turn % 2 === 0 ? 'bg-speak-bright' : 'bg-learn-bright',
              )}
            />
          ))}
        </div>
        <p className="text-sm text-ink-soft">
          {counted(turns.length, '{taken} of 1 turn', '{taken} of {count} turns', { taken: turnsTaken })}
        </p>
      </div>
    </div>
  );
}
