export interface PictureSize {
  width: number;
  height: number;
}

const inConversation = { width: 320, height: 380 };
const shortestPx = 88;

/**
 * Display size of a picture, downscaled to fit. A very narrow or small one is cropped to a box that can be pressed. Computed from the size
 * alone, so the box is reserved before loading.
 */
export function pictureBox({ width, height }: PictureSize, longest = inConversation): PictureSize {
  const scale = Math.min(1, longest.width / width, longest.height / height);
  return {
    width: Math.round(Math.max(shortestPx, width * scale)),
    height: Math.round(Math.max(shortestPx, height * scale)),
  };
}
