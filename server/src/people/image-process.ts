import { profileImageQuality, profileImageSize } from '@parlance/contract/account-care';
import { answerApart } from '#platform/answer-apart';
import { rewritePicture } from '#platform/picture-reading';

// Runs in a child process: the server never decodes a picture.

const pixelsMax = 16_800_000;

answerApart((bytes) =>
  rewritePicture(bytes, pixelsMax, (image) =>
    image
      .resize(profileImageSize, profileImageSize, { fit: 'cover' })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: profileImageQuality * 100 })
      .toBuffer(),
  ),
);
