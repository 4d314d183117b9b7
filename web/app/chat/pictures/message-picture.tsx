import { t } from '@parlance/words/current';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { type PictureSize, pictureBox } from './picture-box';

export interface MessagePictureProps extends PictureSize {
  src: string;
  /** Id for the viewer; absent while the picture is being sent. */
  pictureId?: string;
  /** Requests a fresh URL after the old one expired. */
  onStale?: () => Promise<unknown>;
}

/** A picture in the conversation. Its box is reserved before loading; loading is lazy. */
export function MessagePicture({ src, width, height, pictureId, onStale }: MessagePictureProps) {
  const box = pictureBox({ width, height });
  const [failed, setFailed] = useState<string[]>([]);
  const onError = () => {
    // One refresh per URL: a deleted file fails under every URL.
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
      <div data-picture style={style} className={look}>
        {picture}
      </div>
    );
  }
  return (
    <Link
      data-picture
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
