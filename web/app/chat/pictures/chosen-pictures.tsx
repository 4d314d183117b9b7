import { t } from '@parlance/words/current';
import { word } from '@parlance/words/word';
import X from 'lucide-react/icons/x';
import { useEffect, useMemo } from 'react';
import type { KeptPicture } from '#chat/engine/chat-storage';
import { Button } from '#ui/button';
import { pictureBox } from './picture-box';

/** The largest preview of a single picture. */
const alonePx = { width: 288, height: 192 };

interface ChosenPicturesProps {
  pictures: KeptPicture[];
  onChange: (pictures: KeptPicture[]) => void;
}

/** Preview of the pictures to send; the text below is the caption. */
export function ChosenPictures({ pictures, onChange }: ChosenPicturesProps) {
  return (
    <ul aria-label={t('Pictures to send')} className="mx-2 flex gap-2 overflow-x-auto">
      {pictures.map((picture, place) => (
        <ChosenPicture
          // biome-ignore lint/suspicious/noArrayIndexKey: pictures have no id, and a removed one only redraws the previews
          key={place}
          picture={picture}
          isAlone={pictures.length === 1}
          onRemove={() => onChange(pictures.filter((other) => other !== picture))}
        />
      ))}
    </ul>
  );
}

interface ChosenPictureProps {
  picture: KeptPicture;
  isAlone: boolean;
  onRemove: () => void;
}

function ChosenPicture({ picture, isAlone, onRemove }: ChosenPictureProps) {
  const src = useMemo(
    () => URL.createObjectURL(new Blob([picture.bytes], { type: picture.type })),
    [picture],
  );
  useEffect(() => () => URL.revokeObjectURL(src), [src]);
  return (
    <li className="relative shrink-0 overflow-hidden rounded-lg border border-line bg-sunken">
      <img
        src={src}
        alt={t(word('Picture', 'a message'))}
        // Sized before it is decoded, so that the conversation above moves once.
        style={isAlone ? pictureBox(picture, alonePx) : undefined}
        className={isAlone ? 'max-w-none object-contain' : 'size-24 max-w-none object-cover'}
      />
      <Button
        variant="inverse"
        aria-label={t('Remove picture')}
        onClick={onRemove}
        className="absolute inset-e-1 top-1 rounded-full! px-0! pointer-fine:size-8 pointer-fine:min-h-8! pointer-fine:min-w-8!"
      >
        <X aria-hidden="true" className="size-4" />
      </Button>
    </li>
  );
}
