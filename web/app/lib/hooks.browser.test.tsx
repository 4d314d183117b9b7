import { useRef, useState } from 'react';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { leave, render } from '#test/browser/render';
import { pass, setLanguage, stopClock } from '#test/browser/surroundings';
import { listenForLongPress } from './long-press';
import { listenForSwipe } from './swipe';
import { useDebounced } from './use-debounced';
import { useFocusHandedOn } from './use-focus-handed-on';
import { useLaterModule } from './use-later-module';
import { useMediaQuery } from './use-media-query';
import { useNow } from './use-now';

test('the time is read again at each full interval', async () => {
  const Clock = () => <time>{new Date(useNow(60_000)).toISOString().slice(11, 19)}</time>;
  stopClock('2026-05-06T07:08:40Z');
  render(<Clock />);
  await expect.element(page.getByText('07:08:40')).toBeVisible();
  await pass(15_000);
  await expect.element(page.getByText('07:08:40')).toBeVisible();
  await pass(5000);
  await expect.element(page.getByText(/^07:09:0/)).toBeVisible();
  await pass(60_000);
  await expect.element(page.getByText(/^07:10:0/)).toBeVisible();
});

test('a value settles once it has not changed for the delay', async () => {
  function Search() {
    const [typed, setTyped] = useState('');
    const settled = useDebounced(typed, 10_000);
    return (
      <>
        <input aria-label="Query" value={typed} onChange={({ target }) => setTyped(target.value)} />
        <output>{settled}</output>
      </>
    );
  }
  stopClock('2026-05-06T07:08:40Z');
  render(<Search />);
  const output = page.getByRole('status');
  await userEvent.type(page.getByRole('textbox'), 'a');
  // Playwright's waiting lets a stopped clock advance a little.
  await pass(6000);
  await userEvent.type(page.getByRole('textbox'), 'b');
  await pass(6000);
  expect(output.element().textContent).toBe('');
  await pass(4000);
  await expect.element(output).toHaveTextContent('ab');
});

describe('the focus', () => {
  function Step() {
    const [isDone, setDone] = useState(false);
    const place = useFocusHandedOn<HTMLElement>(isDone);
    return (
      <>
        <section ref={place} tabIndex={-1} aria-label="Result">
          {isDone ? (
            'Done'
          ) : (
            <button type="button" onClick={() => setDone(true)}>
              Finish
            </button>
          )}
        </section>
        <button type="button" onClick={() => setDone(true)}>
          Other
        </button>
      </>
    );
  }

  test('moves to what replaces the pressed element', async () => {
    render(<Step />);
    await userEvent.click(page.getByRole('button', { name: 'Finish' }));
    await expect.element(page.getByRole('region', { name: 'Result' })).toHaveFocus();
  });

  test('stays where it is otherwise', async () => {
    render(<Step />);
    await userEvent.click(page.getByRole('button', { name: 'Other' }));
    await expect.element(page.getByText('Done')).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Other' })).toHaveFocus();
  });
});

test('the focus moves to content that appears by a press', async () => {
  function Opener() {
    const [isOpen, setOpen] = useState(false);
    return isOpen ? (
      <Content />
    ) : (
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
    );
  }
  function Content() {
    const place = useFocusHandedOn<HTMLElement>(true, false);
    return <section ref={place} tabIndex={-1} aria-label="Content" />;
  }
  render(<Opener />);
  await userEvent.click(page.getByRole('button', { name: 'Open' }));
  await expect.element(page.getByRole('region', { name: 'Content' })).toHaveFocus();
});

test('a media query is followed', async () => {
  const Width = () => <p>{useMediaQuery('(min-width: 1000px)') ? 'wide' : 'narrow'}</p>;
  onTestFinished(() => page.viewport(1280, 800));
  render(<Width />);
  await expect.element(page.getByText('wide')).toBeVisible();
  await page.viewport(800, 800);
  await expect.element(page.getByText('narrow')).toBeVisible();
});

describe('a part that is loaded later', () => {
  const pressed: string[] = [];
  let loading: PromiseWithResolvers<string>;
  let missing: number;
  beforeEach(() => {
    [pressed.length, missing, loading] = [0, 0, Promise.withResolvers()];
  });
  function Part({ isWanted = true, isAlone = false }: { isWanted?: boolean; isAlone?: boolean }) {
    const place = useRef<HTMLDivElement>(null);
    const name = useLaterModule(() => loading.promise, {
      ...(!isAlone && { place }),
      isWanted,
      onMissing: () => {
        missing += 1;
      },
    });
    return (
      <>
        <button type="button">Outside</button>
        <div ref={place}>
          <button key={name} type="button" onClick={() => pressed.push(name ?? 'Placeholder')}>
            {name ?? 'Placeholder'}
          </button>
        </div>
      </>
    );
  }
  const button = (name: string) => page.getByRole('button', { name });
  const focus = async (name: string) => {
    await expect.element(button(name)).toBeVisible();
    button(name).element().focus();
  };

  test('takes the focus of its placeholder, and none from elsewhere', async () => {
    render(<Part />);
    await focus('Placeholder');
    loading.resolve('Loaded');
    await expect.element(button('Loaded')).toHaveFocus();
    leave();
    loading = Promise.withResolvers();
    render(<Part />);
    await focus('Outside');
    loading.resolve('Loaded');
    await expect.element(button('Loaded')).toBeVisible();
    await expect.element(button('Outside')).toHaveFocus();
  });

  test('does not replace a placeholder that is being pressed', async () => {
    render(<Part />);
    await focus('Placeholder');
    await userEvent.keyboard('[Space>]');
    expect(button('Placeholder').element().matches(':active')).toBe(true);
    loading.resolve('Loaded');
    await new Promise(requestAnimationFrame);
    await expect.element(button('Placeholder')).toBeVisible();
    await userEvent.keyboard('[/Space]');
    await expect.element(button('Loaded')).toHaveFocus();
    expect(pressed).toEqual(['Placeholder']);
  });

  test('that is wanted says when it cannot be loaded; one that is not stays away', async () => {
    loading.promise.catch(() => undefined);
    loading.reject(new TypeError('lost'));
    render(<Part isAlone />);
    await expect.poll(() => missing).toBe(1);
    leave();
    render(<Part isWanted={false} />);
    await userEvent.click(button('Placeholder'));
    await expect.element(button('Placeholder')).toBeVisible();
    expect(missing).toBe(1);
  });

  test('is not missed by a screen that was left', async () => {
    render(<Part />);
    await expect.element(button('Placeholder')).toBeVisible();
    leave();
    loading.reject(new TypeError('lost'));
    await new Promise(requestAnimationFrame);
    expect(missing).toBe(0);
  });
});

describe('touch on a row', () => {
  const heard: string[] = [];
  let stop: () => void = () => undefined;
  const touch = (type: string, clientX: number, clientY = 300, selector = '[data-row] p', init = {}) =>
    document.querySelector(selector)?.dispatchEvent(
      new PointerEvent(type, {
        bubbles: true,
        cancelable: true,
        pointerType: 'touch',
        isPrimary: true,
        clientX,
        clientY,
        ...init,
      }),
    );
  const row = () => document.querySelector<HTMLElement>('[data-row]');

  beforeEach(async () => {
    heard.length = 0;
    render(
      <div data-row="1">
        <p>Text</p>
        <button type="button">Act</button>
      </div>,
    );
    await expect.element(page.getByText('Text')).toBeVisible();
    const stops = [
      listenForLongPress('[data-row]', ({ dataset }) => heard.push(`held ${dataset.row}`)),
      listenForSwipe('[data-row]', ({ dataset }) => heard.push(`swiped ${dataset.row}`)),
    ];
    stop = () => {
      for (const each of stops) each();
    };
  });
  afterEach(() => stop());

  test('is long after half a second without a movement, and not on a button', async () => {
    stopClock('2026-05-06T07:08:40Z');
    touch('pointerdown', 300);
    await pass(499);
    expect(heard).toEqual([]);
    await pass(1);
    expect(heard).toEqual(['held 1']);
    touch('pointerup', 300);
    touch('pointerdown', 300);
    touch('pointermove', 311);
    await pass(1000);
    touch('pointerdown', 300, 300, '[data-row] button');
    await pass(1000);
    touch('pointerdown', 300);
    touch('pointerup', 300);
    await pass(1000);
    expect(heard).toEqual(['held 1']);
  });

  test('is long also where the finger trembles, not with a second finger, a mouse or while it scrolls', async () => {
    stopClock('2026-05-06T07:08:40Z');
    touch('pointerdown', 300);
    touch('pointermove', 306, 308);
    await pass(500);
    expect(heard).toEqual(['held 1']);
    for (const [type, init] of [
      ['pointerdown', { isPrimary: false }],
      ['pointercancel', {}],
      ['scroll', {}],
    ] as const) {
      touch('pointerdown', 300);
      await pass(400);
      touch(type, 300, 300, '[data-row] p', init);
      await pass(1000);
    }
    touch('pointerdown', 300, 300, '[data-row] p', { pointerType: 'mouse' });
    await pass(1000);
    expect(heard).toEqual(['held 1']);
  });

  test('that the system takes for long is told once, and its own menu stays closed', async () => {
    stopClock('2026-05-06T07:08:40Z');
    // True where nothing has prevented the menu.
    const openMenu = (pointerType: string) => touch('contextmenu', 300, 300, '[data-row] p', { pointerType });
    touch('pointerdown', 300);
    expect(openMenu('touch')).toBe(false);
    await pass(1000);
    expect(heard).toEqual(['held 1']);
    touch('pointerdown', 300);
    await pass(500);
    expect(openMenu('touch')).toBe(false);
    expect(heard).toEqual(['held 1', 'held 1']);
    expect(openMenu('mouse')).toBe(true);
    expect(touch('contextmenu', 300, 300, '[data-row] button')).toBe(true);
    expect(heard).toEqual(['held 1', 'held 1']);
  });

  test('that was long does not press what is under the finger at its end', async () => {
    stopClock('2026-05-06T07:08:40Z');
    const button = page.getByRole('button').first().element();
    const pressed = vi.fn();
    button.addEventListener('click', pressed);
    const click = (detail: number) =>
      button.dispatchEvent(new MouseEvent('click', { bubbles: true, detail }));
    touch('pointerdown', 300);
    await pass(500);
    touch('pointerup', 300);
    click(0);
    expect(pressed).toHaveBeenCalledTimes(1);
    click(1);
    expect(pressed).toHaveBeenCalledTimes(1);
    click(1);
    expect(pressed).toHaveBeenCalledTimes(2);
    touch('pointerdown', 300);
    await pass(500);
    touch('pointerup', 300);
    await pass(500);
    click(1);
    expect(pressed).toHaveBeenCalledTimes(3);
  });

  test('ends with the screen', async () => {
    stopClock('2026-05-06T07:08:40Z');
    touch('pointerdown', 300);
    stop();
    leave();
    await pass(1000);
    expect(heard).toEqual([]);
  });

  test('is a swipe from 56 px towards the end of the line, and the row moves with it', async () => {
    touch('pointerdown', 300);
    touch('pointermove', 355);
    expect([row()?.dataset.swipe, row()?.style.translate]).toEqual(['near', '43px']);
    touch('pointermove', 356);
    expect(row()?.dataset.swipe).toBe('far');
    touch('pointermove', 500);
    expect(row()?.style.translate).toBe('80px');
    touch('pointerup', 356);
    expect([row()?.dataset.swipe, row()?.style.translate]).toEqual([undefined, '']);
    expect(heard).toEqual(['swiped 1']);
    touch('pointerdown', 300);
    touch('pointermove', 355);
    touch('pointerup', 355);
    touch('pointerdown', 300);
    touch('pointermove', 400);
    touch('pointercancel', 400);
    touch('pointerup', 400);
    touch('pointerdown', 10);
    touch('pointermove', 100);
    touch('pointerup', 100);
    expect(heard).toEqual(['swiped 1']);
    expect(row()?.style.translate).toBe('');
  });

  test('is no swipe once it scrolls, with a mouse or a second finger, and from the edges of the window', () => {
    const drag = (path: [x: number, y: number][], init = {}) => {
      for (const [place, [x, y]] of path.entries())
        touch(place === 0 ? 'pointerdown' : 'pointermove', x, y, undefined, init);
      const [x = 0, y] = path.at(-1) ?? [];
      touch('pointerup', x, y, undefined, init);
    };
    const right: [number, number][] = [
      [300, 300],
      [400, 300],
    ];
    drag([
      [300, 300],
      [300, 313],
      [400, 313],
    ]);
    drag(right, { pointerType: 'mouse' });
    drag(right, { isPrimary: false });
    const edge = window.innerWidth - 23;
    drag([
      [edge, 300],
      [edge + 100, 300],
    ]);
    expect(heard).toEqual([]);
    drag([
      [edge - 1, 300],
      [edge + 100, 300],
    ]);
    drag(right);
    expect(heard).toEqual(['swiped 1', 'swiped 1']);
  });

  test('is a swipe to the other side from right to left', async () => {
    await setLanguage('ar');
    touch('pointerdown', 300);
    touch('pointermove', 400);
    touch('pointerup', 400);
    expect(heard).toEqual([]);
    touch('pointerdown', 300);
    touch('pointermove', 200);
    expect(row()?.style.translate).toBe('-80px');
    touch('pointerup', 200);
    expect(heard).toEqual(['swiped 1']);
  });
});
