import { t } from '@parlance/words/current';

const emoji = [
  ...['😀', '😄', '😂', '🙂', '😉', '😊', '😍', '😘', '😎', '🤔', '😅', '😴', '😢', '😭', '😮', '🙈'],
  ...['👍', '👎', '👏', '🙌', '🙏', '👋', '💪', '🤝', '❤️', '🔥', '✨', '🎉', '💯', '✅', '❓', '👀'],
  ...['☕', '🍵', '🍜', '🍣', '🍕', '🥐', '🍎', '🎵', '📚', '✏️', '🗣️', '🌍', '✈️', '🏠', '☀️', '🌧️'],
];

export interface EmojiPanelProps {
  onPick: (emoji: string) => void;
  onClose: () => void;
}

/** A handful of emoji; the keyboard of the device has the rest. */
export function EmojiPanel({ onPick, onClose }: EmojiPanelProps) {
  return (
    <fieldset
      aria-label={t('Emoji')}
      onKeyDown={({ key }) => key === 'Escape' && onClose()}
      className="grid max-h-52 grid-cols-[repeat(auto-fill,minmax(2.75rem,1fr))] overflow-y-auto rounded-md border border-line bg-surface p-1"
    >
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
    </fieldset>
  );
}
