import type { CallRelay } from '@parlance/contract/call';
import { t } from '@parlance/words/current';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Banner } from '#ui/banner';
import { Button } from '#ui/button';
import { Dialog } from '#ui/dialog';
import { microphoneProblemWords } from './call-words';
import { DeviceSelect, useDevices } from './device-select';
import type { OwnMedia } from './media/own-media';
import { MicrophoneLevel } from './microphone-level';

export interface MicrophoneCheckProps {
  partnerName: string;
  relay: CallRelay;
  media: OwnMedia;
  onCancel: () => void;
  onJoin: () => void;
}

/** Check before joining: microphone level, device choice and what the partner's device can learn. */
export function MicrophoneCheck({ partnerName, relay, media, onCancel, onJoin }: MicrophoneCheckProps) {
  const { microphone, microphoneProblem, microphoneId } = useSyncExternalStore(media.subscribe, media.get);
  const [isOpening, setOpening] = useState(true);
  const { microphones } = useDevices(microphone);
  const open = async (deviceId?: string | null) => {
    setOpening(true);
    await media.openMicrophone(deviceId);
    setOpening(false);
  };
  const isTaken = useRef(false);
  const join = () => {
    isTaken.current = true;
    onJoin();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: requests permission once, when the dialog opens
  useEffect(() => {
    void open();
    // Closes the microphone if the member leaves without joining.
    return () => {
      if (!isTaken.current) media.close();
    };
  }, []);
  const canTryAgain = microphoneProblem !== null && microphoneProblem !== 'insecure';
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onCancel()}
      title={t('Check your microphone')}
      // The opening button is replaced by the session and cannot take the focus back.
      returnsFocus={() => !isTaken.current}
      description={t('Say a few words. The bar moves when you are heard.')}
      footer={
        <>
          <Button onClick={onCancel}>{t('Cancel')}</Button>
          {microphone ? (
            <Button variant="primary" onClick={join}>
              {t('Join now')}
            </Button>
          ) : (
            !isOpening && <Button onClick={join}>{t('Join and only listen')}</Button>
          )}
        </>
      }
    >
      {microphoneProblem && (
        <Banner
          tone="danger"
          action={
            canTryAgain && (
              <Button busy={isOpening} onClick={() => void open()}>
                {t('Try again')}
              </Button>
            )
          }
        >
          {microphoneProblemWords(microphoneProblem)}
        </Banner>
      )}
      {isOpening && !microphone && (
        <p role="status" className="text-ink-soft">
          {t('Your browser may ask whether this page can use the microphone.')}
        </p>
      )}
      {microphone && <MicrophoneLevel microphone={microphone} />}
      {microphone && (
        <DeviceSelect
          label={t('Microphone')}
          devices={microphones}
          chosenId={microphoneId}
          onChoose={(deviceId) => void open(deviceId)}
        />
      )}
      <p className="text-sm text-ink-soft">
        {relay === 'off'
          ? t(
              'You talk directly from device to device, so {name} can see your network address. Nothing is recorded.',
              { name: partnerName },
            )
          : t('You talk through a relay, so {name} does not see your network address. Nothing is recorded.', {
              name: partnerName,
            })}
      </p>
    </Dialog>
  );
}
