import { olderMessagesAtPx } from '@parlance/contract/chat';
import { t } from '@parlance/words/current';
import ArrowDown from 'lucide-react/icons/arrow-down';
import {
  type ReactNode,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useReducer,
  useRef,
  useState,
} from 'react';
import { classNames } from '#lib/class-names';
import { Button, buttonClass } from '#ui/button';
import { Spinner } from '#ui/spinner';
import { type Place, placeAt, rowTops, rowWindow, scrollOf, type WindowRow } from './row-window';

// Within this distance of the end, new messages are kept in view.
const endWithin = 60;
// Height rendered above and below the view.
const margin = 900;

export interface RowScrollerProps<Row extends WindowRow> {
  label: string;
  rows: Row[];
  renderRow: (row: Row) => ReactNode;
  /** Initial scroll position. */
  startAt: Place;
  /** Each new object scrolls to its place; a row receives the focus. */
  goTo: { place: Place } | null;
  hasOlder: boolean;
  isLoadingOlder: boolean;
  onNearTop: () => void;
  /** Loads older rows, by a press. */
  onOlder: () => void;
}

/**
 * Virtualized list of any length. The scroll anchor is a row and its offset in the view; that row stays in place when rows are added,
 * measured or resized.
 */
export function RowScroller<Row extends WindowRow>(props: RowScrollerProps<Row>) {
  const { label, rows, renderRow, startAt, goTo, hasOlder, isLoadingOlder, onNearTop, onOlder } = props;
  const view = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLOListElement>(null);
  const heights = useRef(new Map<string, number>());
  const place = useRef<Place>(startAt);
  const width = useRef(0);
  const height = useRef(0);
  const toFocus = useRef<string | null>(null);
  const [viewHeight, setViewHeight] = useState(800);
  const [isAtEnd, setAtEnd] = useState(startAt === 'end');
  const [, render] = useReducer((count: number) => count + 1, 0);

  const tops = rowTops(rows, heights.current);
  const scrolled = scrollOf(place.current, rows, tops, viewHeight);
  const { start, end } = rowWindow(tops, { scrolled, viewHeight, margin });
  const total = tops[rows.length] ?? 0;

  /** Records the heights of the rendered rows; true if any changed. */
  function measure(): boolean {
    let isNews = false;
    for (const element of list.current?.querySelectorAll<HTMLElement>('[data-row]') ?? []) {
      const id = element.dataset.row ?? '';
      const height = element.getBoundingClientRect().height;
      if (Math.abs((heights.current.get(id) ?? -1) - height) <= 0.5) continue;
      heights.current.set(id, height);
      isNews = true;
    }
    return isNews;
  }

  /** Scrolls so that the anchor row keeps its offset. */
  function settle(): void {
    const [element, before] = [view.current, list.current?.offsetTop ?? 0];
    if (!element) return;
    const wanted = place.current === 'end' ? element.scrollHeight - element.clientHeight : before + scrolled;
    if (Math.abs(element.scrollTop - wanted) > 1) element.scrollTop = wanted;
    // The end is already in view, and without scrolling no scroll event fires.
    if (element.scrollHeight - element.scrollTop - element.clientHeight <= 1) {
      place.current = 'end';
      setAtEnd(true);
    }
    if (hasOlder && element.scrollHeight <= element.clientHeight) onNearTop();
  }

  function follow(): void {
    const [element, before] = [view.current, list.current?.offsetTop ?? 0];
    // A scroll event can arrive after the view has shrunk: its position would not count as the end. The observer settles it next.
    if (!element || element.clientHeight !== height.current) return;
    const at = { scrolled: element.scrollTop - before, viewHeight: element.clientHeight };
    place.current = placeAt(rows, tops, { ...at, endWithin });
    setAtEnd(place.current === 'end');
    const needed = rowWindow(tops, { ...at, margin: margin / 2 });
    if (needed.start < start || needed.end > end) render();
    if (hasOlder && element.scrollTop <= olderMessagesAtPx) onNearTop();
  }

  useLayoutEffect(() => {
    if (measure()) return render();
    settle();
    const target =
      toFocus.current && list.current?.querySelector<HTMLElement>(`[data-row="${toFocus.current}"]`);
    if (!target) return;
    toFocus.current = null;
    target.focus({ preventScroll: true });
  });

  const onResize = useEffectEvent(() => {
    const element = view.current;
    if (!element) return;
    if (element.clientWidth !== width.current) heights.current.clear();
    width.current = element.clientWidth;
    height.current = element.clientHeight;
    setViewHeight(element.clientHeight);
    if (measure()) render();
    else settle();
  });
  useEffect(() => {
    const observer = new ResizeObserver(() => onResize());
    for (const element of [view.current, list.current]) if (element) observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const go = (to: Place) => {
    place.current = to;
    toFocus.current = to === 'end' ? null : to.rowId;
    setAtEnd(to === 'end');
    render();
  };
  const onGoTo = useEffectEvent(go);
  useEffect(() => {
    if (goTo) onGoTo(goTo.place);
  }, [goTo]);

  return (
    <div className="relative min-h-0 flex-1">
      <section
        ref={view}
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard
        tabIndex={0}
        onScroll={follow}
        className="relative h-full touch-pan-y touch-pinch-zoom overflow-x-hidden overflow-y-auto overscroll-contain -outline-offset-2 [overflow-anchor:none]"
      >
        <div className="flex min-h-full flex-col justify-end">
          <div className={classNames('flex shrink-0 items-center justify-center', hasOlder ? 'h-14' : 'h-4')}>
            {isLoadingOlder ? (
              <Spinner label={t('Loading older messages...')} />
            ) : (
              hasOlder && (
                <Button variant="quiet" onClick={onOlder}>
                  {t('Load older messages')}
                </Button>
              )
            )}
          </div>
          <ol
            ref={list}
            style={{ paddingTop: tops[start] ?? 0, paddingBottom: total - (tops[end] ?? total) }}
          >
            {rows.slice(start, end).map((row) => (
              <li
                key={row.id}
                data-row={row.id}
                tabIndex={-1}
                className="flow-root -outline-offset-2 focus:bg-sunken"
              >
                {renderRow(row)}
              </li>
            ))}
          </ol>
          {/* Room for the typing note below the last message. */}
          <div className="h-3 shrink-0" />
        </div>
      </section>
      {!isAtEnd && (
        <button
          type="button"
          onClick={() => go('end')}
          className={classNames(
            buttonClass(),
            'absolute inset-e-4 bottom-3 rounded-full ps-3 shadow-raised sm:inset-e-6',
          )}
        >
          <ArrowDown aria-hidden="true" className="size-5" />
          {t('Jump to latest')}
        </button>
      )}
    </div>
  );
}
