import { laterWords, spoken, t } from '@parlance/words/current';
import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useLocation } from 'react-router';
import { classNames } from '#lib/class-names';
import { useSignedIn } from '#session/signed-in';
import { casesQuery } from './moderation-queries';
import { NotAllowed } from './not-allowed';

const linkClass = classNames(
  'flex min-h-11 items-center border-b-2 border-transparent font-medium text-ink-soft hover:text-ink',
  'aria-[current]:border-ink aria-[current]:text-ink',
);

export const clientLoader = () => Promise.all([laterWords('admin')]);

/** Layout of the admin screens. The server refuses other members anyway; this shows a message. */
export default function AdminLayout() {
  const { user, runtime } = useSignedIn();
  const { pathname } = useLocation();
  const { data: cases } = useQuery({ ...casesQuery(runtime.calls, 1), enabled: user.isAdmin === true });
  if (!user.isAdmin) return <NotAllowed />;
  const count = cases?.count ?? 0;
  const tabs = [
    {
      to: '/admin/cases',
      label: count > 0 ? t('Holds ({number})', { number: spoken().number(count) }) : t('Holds'),
    },
    { to: '/admin', label: t('Reports') },
    { to: '/admin/audit', label: t('Audit trail') },
    { to: '/admin/programmes', label: t('Programmes') },
  ];
  // Report and member pages belong to the reports tab.
  const current = tabs.find(({ to }) => to !== '/admin' && pathname.startsWith(to))?.to ?? '/admin';
  return (
    <div className="grid grid-cols-1 gap-8">
      <nav aria-label={t('Moderation')} className="border-b border-line">
        <ul className="-mb-px flex flex-wrap gap-x-6">
          {tabs.map(({ to, label }) => (
            <li key={to}>
              <Link to={to} aria-current={to === current ? 'page' : undefined} className={linkClass}>
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <Outlet />
    </div>
  );
}
