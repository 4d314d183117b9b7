/** The size of a picture in pixels. */
export interface PictureSize {
  width: number;
  height: number;
}

const longestPx = { width: 320, height: 380 };
const shortestPx = 88;

/**
 * How large a picture is shown in the conversation: as it is, or smaller so that it fits. One that is very narrow or very small gets
 * a box that a finger can press, and is cut off there. It depends on the size alone, so that the room is kept before it is loaded.
 */
export function pictureBox({ width, height }: PictureSize): PictureSize {
  const scale = Math.min(1, longestPx.width / width, longestPx.height / height);
  return {
    width: Math.round(Math.max(shortestPx, width * scale)),
    height: Math.round(Math.max(shortestPx, height * scale)),
  };
}
