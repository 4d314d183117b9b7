import { t } from '@parlance/words/current';
import { word } from '@parlance/words/word';
import Camera from 'lucide-react/icons/camera';
import { type ComponentType, useEffect, useRef, useState } from 'react';
import { classNames } from '#lib/class-names';
import { Avatar } from '#ui/avatar';
import { Button, buttonClass } from '#ui/button';
import type { PictureCropperProps } from './picture-cropper';

export interface PictureChooserProps {
  /** For the initial while there is no picture. */
  name: string;
  /** The picture that would be saved now: a data URL, a stored one, or none. */
  src: string | null;
  onPick: (dataUrl: string) => void;
  onRemove: () => void;
  /** Called when cropping starts and ends, also by leaving the screen; saving has to be disabled in between. Has to be stable. */
  onCroppingChange: (isCropping: boolean) => void;
}

interface Cropping {
  src: string;
  Cropper: ComponentType<PictureCropperProps>;
}

const problems = {
  notAPicture: word('This file cannot be read as a picture. Please choose a JPEG, PNG or WebP file.'),
  notLoaded: word('The picture editor could not be loaded. Please check your connection and try again.'),
};

/** Chooses, crops, previews, changes or removes the profile picture. */
export function PictureChooser({ name, src, onPick, onRemove, onCroppingChange }: PictureChooserProps) {
  const [cropping, setCropping] = useState<Cropping | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const fileInput = useRef<HTMLInputElement>(null);
  const wasCropping = useRef(false);
  const croppedSrc = cropping?.src;

  useEffect(() => {
    if (!croppedSrc) return;
    onCroppingChange(true);
    return () => {
      URL.revokeObjectURL(croppedSrc);
      onCroppingChange(false);
    };
  }, [croppedSrc, onCroppingChange]);

  useEffect(() => {
    if (wasCropping.current && !cropping) fileInput.current?.focus();
    wasCropping.current = cropping !== null;
  }, [cropping]);

  const choose = async (file: File) => {
    setProblem(null);
    try {
      // Loaded only when a picture is chosen.
      const { PictureCropper } = await import('./picture-cropper');
      setCropping({ src: URL.createObjectURL(file), Cropper: PictureCropper });
    } catch {
      setProblem(problems.notLoaded);
    }
  };
  const close = (outcome: { problem: string | null }) => {
    setCropping(null);
    setProblem(outcome.problem);
  };

  if (cropping) {
    return (
      <cropping.Cropper
        src={cropping.src}
        onSave={(dataUrl) => {
          onPick(dataUrl);
          close({ problem: null });
        }}
        onCancel={() => close({ problem: null })}
        onUnreadable={() => close({ problem: problems.notAPicture })}
      />
    );
  }
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
      <Avatar name={name} src={src} size="xl" />
      <div className="grid gap-2">
        <div className="flex flex-wrap gap-2">
          <label
            className={classNames(
              buttonClass(),
              'relative cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
            )}
          >
            <input
              ref={fileInput}
              type="file"
              accept="image/*"
              className="sr-only"
              onChange={(event) => {
                const file = event.target.files?.[0];
                // Reset, so that the same file can be chosen again.
                event.target.value = '';
                if (file) void choose(file);
              }}
            />
            <Camera aria-hidden="true" className="size-5" />
            {src ? t('Change picture') : t('Choose picture')}
          </label>
          {src && (
            <Button
              variant="quiet"
              onClick={() => {
                onRemove();
                // The pressed button disappears.
                fileInput.current?.focus();
              }}
            >
              {t('Remove')}
            </Button>
          )}
        </div>
        <p role="alert" className="max-w-xs text-sm text-danger empty:hidden">
          {problem && t(problem)}
        </p>
      </div>
    </div>
  );
}
