import type { PictureSize } from './picture-box';

/** How a picture is shown: how many times its fitted size, and how far its centre is from that of the window, in pixels. */
export interface Zoom {
  scale: number;
  x: number;
  y: number;
}

export const fitted: Zoom = { scale: 1, x: 0, y: 0 };

const largestScale = 6;

/** Keeps the picture over the window: it moves no farther than its own edges reach. `shown` is its fitted size. */
export function withinView({ scale, x, y }: Zoom, shown: PictureSize, view: PictureSize): Zoom {
  const room = (length: number, window: number) => Math.max(0, (length * scale - window) / 2);
  const [across, down] = [room(shown.width, view.width), room(shown.height, view.height)];
  const clamp = (value: number, most: number) => Math.min(most, Math.max(-most, value));
  return { scale, x: clamp(x, across), y: clamp(y, down) };
}

/** Zooms by a factor around a point, given from the centre of the window: what is under it stays there. */
export function zoomAt(zoom: Zoom, factor: number, point: { x: number; y: number }): Zoom {
  const scale = Math.min(largestScale, Math.max(1, zoom.scale * factor));
  const grown = scale / zoom.scale;
  return {
    scale,
    x: point.x - (point.x - zoom.x) * grown,
    y: point.y - (point.y - zoom.y) * grown,
  };
}
