import { classNames } from '#lib/class-names';
import { sentence } from '#lib/sentence';

const hours = Array.from({ length: 9 }, (_, hour) => hour);
const meetingHour = 4;

function Ruler({ meeting }: { meeting: string }) {
  return (
    <div className="flex h-9 items-end gap-1">
      {hours.map((hour) => (
        <span
          key={hour}
          className={classNames('flex-1 rounded-sm', hour === meetingHour ? `h-9 ${meeting}` : 'h-4 bg-line')}
        />
      ))}
    </div>
  );
}

export function TwoClocks() {
  return (
    <div className="grid gap-1.5 text-sm">
      <p className="text-ink-soft">
        {sentence('{time} your time', {
          time: <span className="font-semibold text-ink tabular-nums">18:00</span>,
        })}
      </p>
      <Ruler meeting="bg-speak-bright" />
      <Ruler meeting="bg-learn-bright" />
      <p className="text-ink-soft">
        {/* words: the same hour on the clock of somebody for whom it is the next day already */}
        {sentence('{time} +1 day for {name}', {
          time: <span className="font-semibold text-ink tabular-nums">01:00</span>,
          name: 'Aiko',
        })}
      </p>
    </div>
  );
}
