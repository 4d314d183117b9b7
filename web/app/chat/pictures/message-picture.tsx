import { t } from '@parlance/words/current';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { type PictureSize, pictureBox } from './picture-box';

export interface MessagePictureProps extends PictureSize {
  src: string;
  /** Under which name the viewer shows it; absent while it is on its way. */
  pictureId?: string;
  /** Asks for an address that works, when the one at hand has run out. */
  onStale?: () => Promise<unknown>;
}

/** A picture in the conversation. Its room is kept before it is loaded, and it is loaded only near the view. */
export function MessagePicture({ src, width, height, pictureId, onStale }: MessagePictureProps) {
  const box = pictureBox({ width, height });
  const [failed, setFailed] = useState<string[]>([]);
  const onError = () => {
    // Once for each address: a file that is gone fails under every one of them.
    if (failed.length === 0) void onStale?.().catch(() => undefined);
    setFailed([...failed, src]);
  };
  const picture: ReactNode = failed.includes(src) ? (
    <span className="p-3 text-sm">{t('This picture cannot be shown right now.')}</span>
  ) : (
    <img
      src={src}
      alt=""
      {...box}
      loading="lazy"
      decoding="async"
      draggable={false}
      onError={onError}
      className="size-full object-cover"
    />
  );
  const style = { width: box.width, aspectRatio: `${box.width} / ${box.height}` };
  const look =
    '-mx-2.5 -mt-1 mb-1.5 flex max-w-[calc(100%+1.25rem)] items-center justify-center overflow-hidden rounded-lg bg-sunken text-ink-soft';
  if (!pictureId) {
    return (
      <div style={style} className={look}>
        {picture}
      </div>
    );
  }
  return (
    <Link
      to={`?picture=${pictureId}`}
      preventScrollReset
      state={{ isOpened: true }}
      draggable={false}
      aria-label={t('Show picture')}
      style={style}
      className={look}
    >
      {picture}
    </Link>
  );
}
