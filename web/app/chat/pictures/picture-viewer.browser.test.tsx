import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from '#test/browser/render';
import { sampleMessage } from '#test/chat-samples';
import { MessagePicture } from './message-picture';
import { PictureViewer, Viewer } from './picture-viewer';

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
  await userEvent.keyboard('0+++++');
  await expect.poll(scale).toBe('6');
  const image = page.getByRole('img').element();
  const moved = () => getComputedStyle(image).translate;
  for (const [key, place] of [
    ['ArrowLeft', '80px'],
    ['ArrowUp', '80px 80px'],
    ['ArrowRight', '0px 80px'],
    ['ArrowDown', /^(none|0px)$/],
  ] as const) {
    await userEvent.keyboard(`{${key}}`);
    await expect.poll(moved).toMatch(place);
  }
  image.dispatchEvent(new Event('error'));
  await expect.poll(() => stale).toBe(1);
  await userEvent.keyboard('{Shift}');
  image.dispatchEvent(new Event('error'));
  await userEvent.keyboard('{Shift}');
  expect(stale).toBe(1);
});

test('the picture named in the address closes to where it was opened from, and with its message', async () => {
  const picture = { url: src, width: 400, height: 300 };
  let message = sampleMessage(1, { type: 'picture', content: null, picture });
  let update: () => void = () => undefined;
  function Conversation() {
    const [, setCount] = useState(0);
    update = () => setCount((count) => count + 1);
    const shown = useSearchParams()[0].get('picture');
    return (
      <>
        <MessagePicture {...picture} src={src} pictureId={message.chatMessageId} />
        {shown && <PictureViewer message={message} onReload={async () => undefined} />}
      </>
    );
  }
  const { router } = render(<Conversation />, { at: '/chat/nuria' });
  const dialog = page.getByRole('dialog', { name: 'Show picture' });
  const link = page.getByRole('link', { name: 'Show picture' });
  const address = `/chat/nuria?picture=${message.chatMessageId}`;
  await userEvent.click(link);
  await expect.element(dialog).toBeVisible();
  expect(router.state.location.search).toBe(`?picture=${message.chatMessageId}`);
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  expect([router.state.historyAction, router.state.location.search]).toEqual(['POP', '']);
  await expect.element(link).toHaveFocus();
  // By an address of its own there is nothing to go back to.
  await router.navigate(address);
  await userEvent.click(button('Close'));
  await expect.element(dialog).not.toBeInTheDocument();
  expect([router.state.historyAction, router.state.location.search]).toEqual(['REPLACE', '']);
  await router.navigate(address);
  await expect.element(dialog).toBeVisible();
  message = { ...message, picture: null, deletedAt: new Date() };
  update();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.poll(() => router.state.location.search).toBe('');
});

test('one finger moves the picture, two enlarge it, and a lifted one does neither', async () => {
  render(<Viewer src={src} caption="A tower" onStale={async () => undefined} onClose={() => undefined} />);
  await expect.element(page.getByRole('dialog')).toBeVisible();
  await userEvent.keyboard('+++++');
  await expect.poll(scale).toBe('6');
  const image = page.getByRole('img').element();
  const view = image.parentElement as HTMLElement;
  // The browser knows no pointer of these events.
  view.setPointerCapture = () => undefined;
  const touch = (type: string, pointerId: number, clientX: number, clientY: number) =>
    view.dispatchEvent(new PointerEvent(type, { pointerId, clientX, clientY, bubbles: true }));
  const moved = () => getComputedStyle(image).translate;
  touch('pointermove', 1, 500, 500);
  touch('pointerdown', 1, 600, 400);
  touch('pointermove', 1, 630, 380);
  await expect.poll(moved).toBe('30px -20px');
  touch('pointerup', 1, 630, 380);
  touch('pointermove', 1, 700, 300);
  await userEvent.keyboard('{Shift}');
  expect(moved()).toBe('30px -20px');
  await userEvent.keyboard('0');
  await expect.poll(scale).toBe('1');
  touch('pointerdown', 1, 600, 400);
  touch('pointerdown', 2, 700, 400);
  touch('pointermove', 2, 800, 400);
  await expect.poll(scale).toBe('2');
  touch('pointercancel', 2, 800, 400);
  touch('pointermove', 2, 1000, 400);
  await userEvent.keyboard('{Shift}');
  expect(scale()).toBe('2');
});
