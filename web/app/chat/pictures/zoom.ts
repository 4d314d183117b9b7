import type { PictureSize } from './picture-box';

/** Scale relative to the fitted size, and the centre's offset from the window's centre in pixels. */
export interface Zoom {
  scale: number;
  x: number;
  y: number;
}

export const fitted: Zoom = { scale: 1, x: 0, y: 0 };

const largestScale = 6;

/** Limits panning to the picture's edges. `shown` is its fitted size. */
export function withinView({ scale, x, y }: Zoom, shown: PictureSize, view: PictureSize): Zoom {
  const room = (length: number, window: number) => Math.max(0, (length * scale - window) / 2);
  const [across, down] = [room(shown.width, view.width), room(shown.height, view.height)];
  const clamp = (value: number, most: number) => Math.min(most, Math.max(-most, value));
  return { scale, x: clamp(x, across), y: clamp(y, down) };
}

/** Zooms by a factor around a point, relative to the window's centre; that point stays in place. */
export function zoomAt(zoom: Zoom, factor: number, point: { x: number; y: number }): Zoom {
  const scale = Math.min(largestScale, Math.max(1, zoom.scale * factor));
  const grown = scale / zoom.scale;
  return {
    scale,
    x: point.x - (point.x - zoom.x) * grown,
    y: point.y - (point.y - zoom.y) * grown,
  };
}
