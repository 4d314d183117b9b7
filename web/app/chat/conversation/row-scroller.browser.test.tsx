import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from '#test/browser/render';
import { RowScroller } from './row-scroller';

const rows = Array.from({ length: 30 }, (_, place) => ({ id: `row-${place}` }));

/** A list in a frame, which the composer makes lower where it shows a preview. */
const listOf = (rows: { id: string }[]) => (
  <div data-testid="frame" className="flex flex-col" style={{ height: 400 }}>
    <RowScroller
      label="Messages"
      rows={rows}
      renderRow={({ id }) => <p style={{ height: 50 }}>{id}</p>}
      startAt="end"
      goTo={null}
      hasOlder={false}
      isLoadingOlder={false}
      onNearTop={() => undefined}
      onOlder={() => undefined}
    />
  </div>
);
const conversation = listOf(rows);
const shrink = () => {
  (page.getByTestId('frame').element() as HTMLElement).style.height = '200px';
};

const view = () => page.getByRole('region', { name: 'Messages' });
const jump = () => page.getByRole('button', { name: 'Jump to latest' });
const distanceToEnd = () => {
  const { scrollHeight, scrollTop, clientHeight } = view().element();
  return Math.round(scrollHeight - scrollTop - clientHeight);
};

test('the end stays in view when the list shrinks, also where a scroll event arrives between the two', async () => {
  render(conversation);
  await expect.poll(distanceToEnd).toBe(0);
  shrink();
  // The event of an earlier scroll, before the observer has seen the new height.
  view().element().dispatchEvent(new Event('scroll'));
  await expect.poll(distanceToEnd).toBe(0);
  await expect.element(jump()).not.toBeInTheDocument();
});

test('a reader who has scrolled up stays there when the list shrinks', async () => {
  render(conversation);
  await expect.poll(distanceToEnd).toBe(0);
  view().element().scrollTop = 300;
  await expect.element(jump()).toBeVisible();
  shrink();
  await expect.poll(() => view().element().clientHeight).toBe(200);
  expect(Math.round(view().element().scrollTop)).toBe(300);
  await userEvent.click(jump());
  await expect.poll(distanceToEnd).toBe(0);
  await expect.element(jump()).not.toBeInTheDocument();
});

test('a place to go to is shown and has the focus; older rows are asked for near the top and by a press', async () => {
  const asked: string[] = [];
  let go: (rowId: string) => void = () => undefined;
  function Conversation() {
    const [goTo, setGoTo] = useState<{ place: { rowId: string; below: number } } | null>(null);
    const [isLoadingOlder, setLoading] = useState(false);
    go = (rowId) => setGoTo({ place: { rowId, below: 96 } });
    return (
      <div className="flex flex-col" style={{ height: 400 }}>
        <RowScroller
          label="Messages"
          rows={rows}
          renderRow={({ id }) => <p style={{ height: 50 }}>{id}</p>}
          startAt="end"
          goTo={goTo}
          hasOlder
          isLoadingOlder={isLoadingOlder}
          onNearTop={() => asked.push('near')}
          onOlder={() => {
            asked.push('press');
            setLoading(true);
          }}
        />
      </div>
    );
  }
  render(<Conversation />);
  await expect.poll(distanceToEnd).toBe(0);
  expect(asked).toEqual([]);
  go('row-10');
  await expect.poll(() => document.activeElement?.textContent).toBe('row-10');
  const offset =
    (document.activeElement?.getBoundingClientRect().top ?? 0) - view().element().getBoundingClientRect().top;
  expect(Math.round(offset)).toBe(96);
  await expect.element(jump()).toBeVisible();
  expect(asked).toEqual([]);
  // The same place again, after the reader has scrolled away.
  view().element().scrollTop = 60;
  await expect.poll(() => Math.round(view().element().scrollTop)).toBe(60);
  expect(asked).toEqual([]);
  view().element().scrollTop = 50;
  await expect.poll(() => asked).toEqual(['near']);
  await userEvent.click(page.getByRole('button', { name: 'Load older messages' }));
  await expect.element(page.getByText('Loading older messages...')).toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'Load older messages' })).not.toBeInTheDocument();
  expect(asked).toContain('press');
});

test('a new row is followed at the end, and leaves the place of a reader who has scrolled up', async () => {
  let append: () => void = () => undefined;
  function Growing() {
    const [count, setCount] = useState(30);
    append = () => setCount((before) => before + 1);
    return listOf(Array.from({ length: count }, (_, place) => ({ id: `row-${place}` })));
  }
  render(<Growing />);
  await expect.poll(distanceToEnd).toBe(0);
  append();
  await expect.element(page.getByText('row-30')).toBeInViewport();
  await expect.poll(distanceToEnd).toBe(0);
  view().element().scrollTop = 300;
  await expect.element(jump()).toBeVisible();
  const { scrollHeight } = view().element();
  append();
  await expect.poll(() => view().element().scrollHeight).toBe(scrollHeight + 50);
  expect(Math.round(view().element().scrollTop)).toBe(300);
});

test('rows that do not fill the view ask for older ones', async () => {
  let asked = 0;
  render(
    <div className="flex flex-col" style={{ height: 400 }}>
      <RowScroller
        label="Messages"
        rows={rows.slice(0, 3)}
        renderRow={({ id }) => <p style={{ height: 50 }}>{id}</p>}
        startAt="end"
        goTo={null}
        hasOlder
        isLoadingOlder={false}
        onNearTop={() => {
          asked += 1;
        }}
        onOlder={() => undefined}
      />
    </div>,
  );
  await expect.poll(() => asked).toBeGreaterThan(0);
});
