import { pictureMaxSide } from '@parlance/contract/chat-changes';
import { rewritePicture } from '#platform/picture-reading';
import { serveProcessPool } from '#platform/process-pool-entry';
import type { RebuiltPicture } from './picture.ts';

// Runs in a child process: the server never decodes a picture.

/** Usual size of a phone picture. More needs hundreds of megabytes for the coefficients of a progressive JPEG. */
const pixelsMax = 26_000_000;
const quality = 80;

serveProcessPool((bytes) =>
  rewritePicture(bytes, pixelsMax, async (image): Promise<RebuiltPicture> => {
    const { data, info } = await image
      .resize(pictureMaxSide, pictureMaxSide, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality })
      .toBuffer({ resolveWithObject: true });
    return { bytes: data, width: info.width, height: info.height };
  }),
);
