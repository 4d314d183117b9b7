import { t } from '@parlance/words/current';
import { Dialog } from '#ui/dialog';
import type { Call } from './call';
import { DeviceSelect, useDevices } from './device-select';
import { MicrophoneLevel } from './microphone-level';
import { useOwnMedia } from './use-room';

/** Changes devices during a call; takes effect at once. */
export function DeviceDialog({ call, onClose }: { call: Call; onClose: () => void }) {
  const { media } = call;
  const own = useOwnMedia(call);
  const { microphones, speakers, cameras } = useDevices(own.microphone);
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()} title={t('Microphone, speaker and camera')}>
      <DeviceSelect
        label={t('Microphone')}
        devices={microphones}
        chosenId={own.microphoneId}
        onChoose={(deviceId) => void media.openMicrophone(deviceId)}
      />
      {own.microphone && <MicrophoneLevel microphone={own.microphone} />}
      {speakers.length > 0 && (
        <DeviceSelect
          label={t('Speaker')}
          devices={speakers}
          chosenId={own.speakerId}
          onChoose={media.setSpeaker}
        />
      )}
      <DeviceSelect
        label={t('Camera')}
        devices={cameras}
        chosenId={own.cameraId}
        onChoose={(deviceId) => void media.setCamera(true, deviceId)}
      />
    </Dialog>
  );
}
