import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from '#test/browser/render';
import { Viewer } from './picture-viewer';

const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300"><rect width="400" height="300"/></svg>';
const src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
const button = (name: string) => page.getByRole('button', { name });
const scale = () => getComputedStyle(page.getByRole('img').element()).scale;

test('zooming out to the whole picture keeps the focus on the button, which then does nothing', async () => {
  let closed = 0;
  render(<Viewer src={src} caption="A harbour" onStale={async () => undefined} onClose={() => closed++} />);
  await expect.element(page.getByRole('dialog', { name: 'A harbour' })).toBeVisible();
  await expect.element(button('Zoom out')).toHaveAttribute('aria-disabled', 'true');
  await userEvent.click(button('Zoom in'));
  await expect.poll(scale).toBe('1.5');
  await expect.element(button('Zoom out')).toHaveAttribute('aria-disabled', 'false');
  await userEvent.click(button('Zoom out'));
  await expect.poll(scale).toBe('1');
  await expect.element(button('Zoom out')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  expect(scale()).toBe('1');
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => closed).toBe(1);
});

test('keys, a double press and the wheel zoom; the caption goes, and nothing moves beyond the edge', async () => {
  let stale = 0;
  render(
    <Viewer src={src} caption="A harbour" onStale={async () => void stale++} onClose={() => undefined} />,
  );
  const caption = () => page.getByText('A harbour', { exact: true });
  await expect.element(caption()).toBeVisible();
  await userEvent.keyboard('+');
  await expect.poll(scale).toBe('1.5');
  await expect.element(caption()).not.toBeInTheDocument();
  await userEvent.keyboard('=');
  await expect.poll(scale).toBe('2.25');
  await userEvent.keyboard('-');
  await expect.poll(scale).toBe('1.5');
  await userEvent.keyboard('0');
  await expect.poll(scale).toBe('1');
  await expect.element(caption()).toBeVisible();
  const view = page.getByRole('img').element().parentElement as HTMLElement;
  await userEvent.dblClick(view);
  await expect.poll(scale).toBe('2.5');
  await userEvent.dblClick(view);
  await expect.poll(scale).toBe('1');
  const wheel = new WheelEvent('wheel', { deltaY: -400, cancelable: true, bubbles: true });
  view.dispatchEvent(wheel);
  expect(wheel.defaultPrevented).toBe(true);
  await expect.poll(() => Number(scale())).toBeCloseTo(Math.E, 1);
  const image = page.getByRole('img').element();
  image.dispatchEvent(new Event('error'));
  await expect.poll(() => stale).toBe(1);
  await userEvent.keyboard('{Shift}');
  image.dispatchEvent(new Event('error'));
  await userEvent.keyboard('{Shift}');
  expect(stale).toBe(1);
});
