import { t } from '@parlance/words/current';
import ImagePlus from 'lucide-react/icons/image-plus';
import { useRef } from 'react';
import { Button } from '#ui/button';

const emoji = [
  ...['😀', '😄', '😂', '🙂', '😉', '😊', '😍', '😘', '😎', '🤔', '😅', '😴', '😢', '😭', '😮', '🙈'],
  ...['👍', '👎', '👏', '🙌', '🙏', '👋', '💪', '🤝', '❤️', '🔥', '✨', '🎉', '💯', '✅', '❓', '👀'],
  ...['☕', '🍵', '🍜', '🍣', '🍕', '🥐', '🍎', '🎵', '📚', '✏️', '🗣️', '🌍', '✈️', '🏠', '☀️', '🌧️'],
];

export interface EmojiPanelProps {
  onPick: (emoji: string) => void;
  /** Null where pictures are not accepted. */
  onPictures: ((files: File[]) => void) | null;
  onClose: () => void;
}

/** Panel for pictures and a few emoji. */
export function EmojiPanel({ onPick, onPictures, onClose }: EmojiPanelProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <fieldset
      aria-label={t('Emoji and pictures')}
      onKeyDown={({ key }) => key === 'Escape' && onClose()}
      className="grid grid-cols-1 gap-1 rounded-md border border-line bg-surface p-1"
    >
      {onPictures && (
        <>
          <input
            ref={input}
            type="file"
            multiple
            hidden
            // With these types a phone converts its own format to JPEG.
            accept="image/jpeg,image/png,image/webp"
            onChange={({ target }) => {
              onPictures([...(target.files ?? [])]);
              onClose();
            }}
          />
          <Button variant="quiet" className="justify-start" onClick={() => input.current?.click()}>
            <ImagePlus aria-hidden="true" className="size-5" />
            {t('Send a picture')}
          </Button>
        </>
      )}
      <div className="grid max-h-52 grid-cols-[repeat(auto-fill,minmax(2.75rem,1fr))] overflow-y-auto">
        {emoji.map((one) => (
          <button
            key={one}
            type="button"
            onClick={() => onPick(one)}
            className="flex min-h-11 items-center justify-center rounded-md text-2xl hover:bg-sunken"
          >
            {one}
          </button>
        ))}
      </div>
    </fieldset>
  );
}
