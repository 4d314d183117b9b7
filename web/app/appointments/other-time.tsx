import type { BaseProfile } from '@parlance/contract/people';
import { type Appointment, slotGridMinutes } from '@parlance/contract/schedule';
import { t } from '@parlance/words/current';
import { word } from '@parlance/words/word';
import { useState } from 'react';
import { SessionTimes } from '#schedule/session-times';
import { readDay } from '#schedule/shown-days';
import { viewerZone } from '#schedule/viewer-zone';
import { instantsOf, wallTimeAt } from '#schedule/zoned-time';
import { Field } from '#ui/field';
import { TextInput } from '#ui/text-input';
import type { ChosenTime } from './chosen-time';

interface OtherTimeProps {
  session: Appointment;
  partner: BaseProfile;
  isChosen: boolean;
  onChoose: (time: ChosenTime | null) => void;
}

/** Any day and time, in the owner's zone; shown on both clocks once it is complete. */
export function OtherTime({ session, partner, isChosen, onChoose }: OtherTimeProps) {
  const zone = viewerZone();
  const [day, setDay] = useState<string>(wallTimeAt(zone, session.startsAt.getTime()).day);
  const [time, setTime] = useState('');
  const startsAt = momentOf(zone, day, time);
  const change = (nextDay: string, nextTime: string) => {
    setDay(nextDay);
    setTime(nextTime);
    const moment = momentOf(zone, nextDay, nextTime);
    onChoose(moment && { scheduleSlotId: null, startsAt: moment });
  };
  return (
    <fieldset className="grid gap-3 rounded-md border border-line p-4">
      <legend className="px-1 font-medium">{t('Another time')}</legend>
      <div className="grid grid-cols-2 gap-3">
        <Field label={t(word('Day', 'of a slot'))}>
          <TextInput type="date" value={day} onChange={({ target }) => change(target.value, time)} />
        </Field>
        <Field label={t(word('Start', 'of a slot'))}>
          <TextInput
            type="time"
            step={slotGridMinutes * 60}
            value={time}
            onChange={({ target }) => change(day, target.value)}
          />
        </Field>
      </div>
      <p aria-live="polite" className="empty:hidden">
        {isChosen && startsAt && (
          <SessionTimes slot={{ startsAt, duration: session.duration }} partner={partner} />
        )}
      </p>
    </fieldset>
  );
}

/** Null while incomplete, and for a time that the clocks skip that day. */
function momentOf(zone: string, day: string, time: string): Date | null {
  const wantedDay = readDay(day);
  const [hours, minutes] = time.split(':').map(Number);
  if (!wantedDay || hours === undefined || minutes === undefined) return null;
  const [instant] = instantsOf(zone, { day: wantedDay, minutes: hours * 60 + minutes });
  return instant === undefined ? null : new Date(instant);
}
