import { pictureMaxSide } from '@parlance/contract/chat-changes';
import { answerApart } from '#platform/answer-apart';
import { rewritePicture } from '#platform/picture-reading';
import type { RebuiltPicture } from './picture.ts';

// A process of its own: the server itself never decodes a picture.

/** What phones take by default. More would need hundreds of megabytes for the coefficients of a progressive JPEG. */
const pixelsMax = 26_000_000;
const quality = 80;

answerApart((bytes) =>
  rewritePicture(bytes, pixelsMax, async (image): Promise<RebuiltPicture> => {
    const { data, info } = await image
      .resize(pictureMaxSide, pictureMaxSide, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality })
      .toBuffer({ resolveWithObject: true });
    return { bytes: data, width: info.width, height: info.height };
  }),
);
