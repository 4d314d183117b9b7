import { profileImageQuality, profileImageSize } from '@parlance/contract/account-care';
import { rewritePicture } from '#platform/picture-reading';
import { serveProcessPool } from '#platform/process-pool-entry';

// Runs in a child process: the server never decodes a picture.

const pixelsMax = 16_800_000;

serveProcessPool((bytes) =>
  rewritePicture(bytes, pixelsMax, (image) =>
    image
      .resize(profileImageSize, profileImageSize, { fit: 'cover' })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: profileImageQuality * 100 })
      .toBuffer(),
  ),
);
