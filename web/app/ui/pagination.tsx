import { spoken, t } from '@parlance/words/current';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { type ReactNode, useEffect } from 'react';
import { Link, type To, useNavigate } from 'react-router';
import { classNames } from '#lib/class-names';
import { pageInstead } from '#lib/page-number';
import { pageWindow } from './page-window';

export interface PaginationProps {
  /** Counted from 1. */
  page: number;
  pageCount: number;
  /** The count is fresh: a page beyond the end redirects to the last one. */
  isCurrent: boolean;
  /** URL of a page, for back, reload and shared links. */
  linkTo: (page: number) => To;
  /** Name of the list, for screen readers. */
  label?: string | undefined;
  /** Keeps the scroll position, for a list in the middle of a page. */
  keepScroll?: boolean | undefined;
}

const cell = 'flex size-11 items-center justify-center rounded-md';

interface StepProps {
  to: To | null;
  label: string;
  keepScroll: boolean;
  children: ReactNode;
}

function Step({ to, label, keepScroll, children }: StepProps) {
  if (to === null) {
    return (
      <span aria-hidden="true" className={classNames(cell, 'text-ink-faint opacity-50')}>
        {children}
      </span>
    );
  }
  return (
    <Link
      to={to}
      preventScrollReset={keepScroll}
      aria-label={label}
      className={classNames(cell, 'hover:bg-sunken')}
    >
      {children}
    </Link>
  );
}

export function Pagination(props: PaginationProps) {
  const { page, pageCount, isCurrent, linkTo, label = t('Pages'), keepScroll = false } = props;
  const navigate = useNavigate();
  const instead = pageInstead({ page, pageCount, isCurrent });
  useEffect(() => {
    if (instead !== null) void navigate(linkTo(instead), { replace: true, preventScrollReset: keepScroll });
  });
  if (pageCount <= 1) return null;
  return (
    <nav aria-label={label}>
      <ul className="flex flex-wrap items-center justify-center sm:gap-1">
        <li>
          <Step to={page > 1 ? linkTo(page - 1) : null} label={t('Previous page')} keepScroll={keepScroll}>
            <ChevronLeft aria-hidden="true" className="size-5 rtl:-scale-x-100" />
          </Step>
        </li>
        {pageWindow(page, pageCount).map((number) => (
          <li key={number}>
            <Link
              to={linkTo(number)}
              preventScrollReset={keepScroll}
              aria-label={t('Page {number}', { number })}
              aria-current={number === page ? 'page' : undefined}
              className={classNames(
                cell,
                'tabular-nums',
                number === page ? 'edge-when-forced bg-action text-on-action' : 'hover:bg-sunken',
              )}
            >
              {spoken().number(number)}
            </Link>
          </li>
        ))}
        <li>
          <Step
            to={page < pageCount ? linkTo(page + 1) : null}
            label={t('Next page')}
            keepScroll={keepScroll}
          >
            <ChevronRight aria-hidden="true" className="size-5 rtl:-scale-x-100" />
          </Step>
        </li>
      </ul>
    </nav>
  );
}
