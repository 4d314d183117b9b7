import type { ChatMessage } from '@parlance/contract/chat';
import { t } from '@parlance/words/current';
import X from 'lucide-react/icons/x';
import ZoomIn from 'lucide-react/icons/zoom-in';
import ZoomOut from 'lucide-react/icons/zoom-out';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { Button } from '#ui/button';
import { useZoom } from './use-zoom';

export interface PictureViewerProps {
  /** The message named in the URL; undefined if it is not loaded. */
  message: ChatMessage | undefined;
  /** Refetches the message for a fresh picture URL. */
  onReload: (message: ChatMessage) => Promise<unknown>;
}

/** Shows the picture named in the URL over the whole window. Back, Escape and the button close it. */
export function PictureViewer({ message, onReload }: PictureViewerProps) {
  const navigate = useNavigate();
  const { state } = useLocation();
  const close = () => {
    // Opened from the conversation, it is a history entry; after a link or reload there is none to go back to.
    if (state?.isOpened) void navigate(-1);
    else void navigate({ search: '' }, { replace: true, preventScrollReset: true });
  };
  const isGone = message !== undefined && !message.picture;
  const onGone = useEffectEvent(close);
  useEffect(() => {
    if (isGone) onGone();
  }, [isGone]);
  if (!message?.picture) return null;
  return (
    <Viewer
      key={message.chatMessageId}
      src={message.picture.url}
      caption={message.content}
      onStale={() => onReload(message)}
      onClose={close}
    />
  );
}

interface ViewerProps {
  src: string;
  caption: string | null;
  onStale: () => Promise<unknown>;
  onClose: () => void;
}

export function Viewer({ src, caption, onStale, onClose }: ViewerProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const view = useRef<HTMLDivElement>(null);
  const image = useRef<HTMLImageElement>(null);
  const [isStale, setStale] = useState(false);
  const { zoom, zoomIn, zoomOut, onKeyDown, pointers } = useZoom(view, image);
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // Closed before unmounting, so that the focus returns to the picture in the conversation.
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-label={caption ?? t('Show picture')}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onKeyDown={onKeyDown}
      className="fixed inset-0 m-0 h-dvh max-h-none w-full max-w-none overflow-hidden bg-night p-0 text-on-night"
    >
      <div
        ref={view}
        {...pointers}
        className="absolute inset-0 flex touch-none items-center justify-center overflow-hidden"
      >
        <img
          ref={image}
          src={src}
          alt={caption ?? ''}
          draggable={false}
          onError={() => {
            if (!isStale) void onStale().catch(() => undefined);
            setStale(true);
          }}
          style={{ translate: `${zoom.x}px ${zoom.y}px`, scale: String(zoom.scale) }}
          className="max-h-full max-w-full select-none"
        />
      </div>
      {caption && zoom.scale === 1 && (
        <p
          dir="auto"
          className="pointer-events-none absolute inset-x-0 bottom-0 bg-night/80 px-6 py-4 text-center [overflow-wrap:anywhere] whitespace-pre-wrap"
        >
          {caption}
        </p>
      )}
      <div className="absolute inset-e-2 top-2 flex gap-2">
        <Button
          variant="inverse"
          aria-label={t('Zoom out')}
          // Not `disabled`, which would take the focus from the pressed button.
          aria-disabled={zoom.scale === 1}
          onClick={zoomOut}
          className="px-0!"
        >
          <ZoomOut aria-hidden="true" className="size-5" />
        </Button>
        <Button variant="inverse" aria-label={t('Zoom in')} onClick={zoomIn} className="px-0!">
          <ZoomIn aria-hidden="true" className="size-5" />
        </Button>
        <Button variant="inverse" aria-label={t('Close')} onClick={onClose} className="px-0!">
          <X aria-hidden="true" className="size-5" />
        </Button>
      </div>
    </dialog>
  );
}
