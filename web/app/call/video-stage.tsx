import { t } from '@parlance/words/current';
import { useEffect, useRef } from 'react';
import { classNames } from '#lib/class-names';

interface PictureProps {
  track: MediaStreamTrack;
  label: string;
  className: string;
}

function Picture({ track, label, className }: PictureProps) {
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    if (video.current) video.current.srcObject = new MediaStream([track]);
  }, [track]);
  return <video ref={video} autoPlay playsInline muted aria-label={label} className={className} />;
}

export interface VideoStageProps {
  theirs: MediaStreamTrack | null;
  own: MediaStreamTrack | null;
  partnerName: string;
}

/** Camera pictures of both sides; the own one is mirrored. */
export function VideoStage({ theirs, own, partnerName }: VideoStageProps) {
  if (!theirs && !own) return null;
  return (
    <div className="relative mx-auto aspect-video max-h-[32dvh] w-full max-w-xl overflow-hidden rounded-lg bg-night">
      {theirs && (
        <Picture
          track={theirs}
          label={t('Camera of {name}', { name: partnerName })}
          className="size-full object-contain"
        />
      )}
      {own && (
        <Picture
          track={own}
          label={t('Your camera')}
          className={classNames(
            '-scale-x-100 object-cover',
            theirs ? 'absolute inset-e-2 bottom-2 h-1/3 rounded-md border border-line' : 'size-full',
          )}
        />
      )}
    </div>
  );
}
