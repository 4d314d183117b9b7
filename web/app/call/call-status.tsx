import { spoken, t } from '@parlance/words/current';
import MicOff from 'lucide-react/icons/mic-off';
import { classNames } from '#lib/class-names';
import { Spinner } from '#ui/spinner';
import { phaseWords } from './call-words';
import { phaseOf, type RoomState } from './room/room-state';

export interface CallStatusProps {
  state: RoomState;
  partnerName: string;
  isTalking: boolean;
}

/** State of the session, with a talk indicator for each side. */
export function CallStatus({ state, partnerName: name, isTalking }: CallStatusProps) {
  const phase = phaseOf(state);
  const isConnected = phase === 'connected';
  const { startedAt } = state.timer;
  const isEarly = startedAt !== null && startedAt.getTime() > Date.now() + state.serverAheadMs;
  return (
    <div className="flex items-center gap-3">
      {isConnected ? (
        <span aria-hidden="true" className="flex shrink-0 gap-1">
          <Light isOn={isTalking} className="bg-speak-bright" />
          <Light isOn={state.isPartnerTalking} className="bg-learn-bright" />
        </span>
      ) : (
        <Spinner decorative />
      )}
      <div className="min-w-0 leading-snug">
        <p className="wrap-anywhere">{phaseWords(state, name)}</p>
        {isConnected && isEarly && startedAt && (
          <p className="text-sm text-ink-soft">
            {t('The first half begins at {time}.', { time: spoken().date(startedAt, 'clock') })}
          </p>
        )}
        {isConnected && state.partner?.isMuted && (
          <p className="flex items-center gap-1.5 text-sm text-ink-soft">
            <MicOff aria-hidden="true" className="size-4 shrink-0" />
            {t('{name} is muted.', { name })}
          </p>
        )}
        {!isConnected && state.isRelayRefused && (
          <p className="text-sm text-danger">
            {t('The relay of this server refuses the connection. Please tell the operator.')}
          </p>
        )}
      </div>
    </div>
  );
}

function Light({ isOn, className }: { isOn: boolean; className: string }) {
  return (
    <span
      className={classNames(
        'edge-when-forced h-5 w-2 rounded-full transition-[scale,opacity]',
        className,
        isOn ? 'scale-y-100' : 'scale-y-40 opacity-40',
      )}
    />
  );
}
