import { expect, test } from 'vitest';
import { fitted, withinView, zoomAt } from './zoom';

const view = { width: 400, height: 800 };
const shown = { width: 400, height: 300 };

test('what is under the pointer stays there', () => {
  const point = { x: 100, y: -50 };
  const zoomed = zoomAt(fitted, 2, point);
  // The point of the picture under the pointer, at fitted size.
  expect([zoomed.x + point.x * zoomed.scale, zoomed.y + point.y * zoomed.scale]).toEqual([point.x, point.y]);
});

test('it is never smaller than the window, nor endlessly large', () => {
  expect(zoomAt(fitted, 0.5, { x: 0, y: 0 })).toEqual(fitted);
  expect(zoomAt({ scale: 5, x: 0, y: 0 }, 10, { x: 0, y: 0 }).scale).toBe(6);
});

test('it moves no farther than its edges, and not at all where it fits', () => {
  expect(withinView({ scale: 2, x: 1000, y: 1000 }, shown, view)).toEqual({ scale: 2, x: 200, y: 0 });
  expect(withinView({ scale: 4, x: -1000, y: -1000 }, shown, view)).toEqual({ scale: 4, x: -600, y: -200 });
  expect(withinView({ scale: 1, x: 5, y: 5 }, shown, view)).toEqual(fitted);
});
