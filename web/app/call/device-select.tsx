import { t } from '@parlance/words/current';
import { useEffect, useState } from 'react';
import { Field } from '#ui/field';
import { Select } from '#ui/select';
import { type DeviceChoice, isMediaPossible, listDevices } from './media/devices';

const none: DeviceChoice = { microphones: [], speakers: [], cameras: [] };

/** Lists media devices and follows changes. `reason` triggers another read, since a permission reveals names. */
export function useDevices(reason: unknown): DeviceChoice {
  const [devices, setDevices] = useState(none);
  // biome-ignore lint/correctness/useExhaustiveDependencies: device labels are available only after permission
  useEffect(() => {
    let isGone = false;
    const read = () =>
      void listDevices().then((list) => {
        if (!isGone) setDevices(list);
      });
    read();
    if (!isMediaPossible()) return;
    navigator.mediaDevices.addEventListener('devicechange', read);
    return () => {
      isGone = true;
      navigator.mediaDevices.removeEventListener('devicechange', read);
    };
  }, [reason]);
  return devices;
}

export interface DeviceSelectProps {
  label: string;
  devices: MediaDeviceInfo[];
  chosenId: string | null;
  onChoose: (deviceId: string | null) => void;
}

export function DeviceSelect({ label, devices, chosenId, onChoose }: DeviceSelectProps) {
  const others = devices.filter(({ deviceId }) => deviceId !== 'default');
  return (
    <Field label={label}>
      <Select value={chosenId ?? ''} onChange={({ target }) => onChoose(target.value || null)}>
        <option value="">{t('System default')}</option>
        {others.map((device, place) => (
          <option key={device.deviceId} value={device.deviceId}>
            {device.label || t('Device {number}', { number: place + 1 })}
          </option>
        ))}
      </Select>
    </Field>
  );
}
