import { cropZoom } from '@parlance/contract/account-care';
import { spoken, t } from '@parlance/words/current';
import ZoomIn from 'lucide-react/icons/zoom-in';
import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import Cropper, { type Area } from 'react-easy-crop';
import cropperStyles from 'react-easy-crop/react-easy-crop.css?url';
import { Button } from '#ui/button';
import { cropSquare } from './crop-square';

export interface PictureCropperProps {
  src: string;
  onSave: (dataUrl: string) => void;
  onCancel: () => void;
  /** Called when the browser cannot decode the file. */
  onUnreadable: () => void;
}

const keyboardStepPx = 8;
const zoomStep = 0.05;

/** Moves and zooms a picture behind a square window, by mouse, touch or keyboard. */
export function PictureCropper({ src, onSave, onCancel, onUnreadable }: PictureCropperProps) {
  const helpId = useId();
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState<number>(cropZoom.min);
  const [area, setArea] = useState<Area | null>(null);
  const image = useRef<RefObject<HTMLImageElement> | null>(null);
  const cropWindow = useRef<RefObject<HTMLDivElement> | null>(null);
  const isReady = area !== null;

  useEffect(() => {
    if (isReady) cropWindow.current?.current.focus();
  }, [isReady]);

  const save = () => {
    if (!image.current || !area) return;
    try {
      onSave(cropSquare(image.current.current, area));
    } catch (error) {
      reportError(error);
      onUnreadable();
    }
  };

  return (
    <div className="grid w-full max-w-80 gap-3">
      <link rel="stylesheet" href={cropperStyles} precedence="default" />
      <div className="relative aspect-square overflow-hidden rounded-lg bg-sunken">
        <Cropper
          image={src}
          crop={crop}
          zoom={zoom}
          aspect={1}
          minZoom={cropZoom.min}
          maxZoom={cropZoom.max}
          objectFit="cover"
          cropShape="round"
          showGrid={false}
          keyboardStep={keyboardStepPx}
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropAreaChange={(_percentages, pixels) => setArea(pixels)}
          setImageRef={(ref) => {
            image.current = ref;
          }}
          setCropperRef={(ref) => {
            cropWindow.current = ref;
          }}
          mediaProps={{ alt: '', onError: onUnreadable }}
          cropperProps={{ role: 'group', 'aria-label': t('Crop'), 'aria-describedby': helpId }}
          disableAutomaticStylesInjection
        />
      </div>
      <p id={helpId} className="text-sm text-ink-soft">
        {t('Drag the picture or use the arrow keys.')}
      </p>
      <label className="flex min-h-11 items-center gap-3">
        <ZoomIn aria-hidden="true" className="size-5 shrink-0 text-ink-soft" />
        <span className="sr-only">{t('Zoom')}</span>
        <input
          type="range"
          min={cropZoom.min}
          max={cropZoom.max}
          step={zoomStep}
          value={zoom}
          onChange={(event) => setZoom(event.target.valueAsNumber)}
          // words: how much a picture is enlarged: 1.5 times
          aria-valuetext={t('{factor} times', { factor: spoken().number(zoom, 1) })}
          className="h-11 w-full accent-action"
        />
      </label>
      <div className="flex gap-3">
        <Button variant="primary" onClick={save} disabled={!isReady} className="flex-1">
          {t('Save Crop')}
        </Button>
        <Button onClick={onCancel}>{t('Cancel')}</Button>
      </div>
    </div>
  );
}
