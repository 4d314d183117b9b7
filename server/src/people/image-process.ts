import { profileImageQuality, profileImageSize } from '@parlance/contract/account-care';
import { answerApart } from '#platform/answer-apart';
import { rewritePicture } from '#platform/picture-reading';

// A process of its own: the server itself never decodes a picture.

const pixelsMax = 16_800_000;

/** Makes the square picture that is kept. */
answerApart((bytes) =>
  rewritePicture(bytes, pixelsMax, (image) =>
    image
      .resize(profileImageSize, profileImageSize, { fit: 'cover' })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: profileImageQuality * 100 })
      .toBuffer(),
  ),
);
