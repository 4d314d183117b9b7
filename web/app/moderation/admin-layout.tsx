import { t } from '@parlance/words/current';
import { Link, Outlet, useLocation } from 'react-router';
import { classNames } from '#lib/class-names';
import { useSignedIn } from '#session/signed-in';
import { NotAllowed } from './not-allowed';

const linkClass = classNames(
  'flex min-h-11 items-center border-b-2 border-transparent font-medium text-ink-soft hover:text-ink',
  'aria-[current]:border-ink aria-[current]:text-ink',
);

/** Layout of the admin screens. The server refuses other members anyway; this shows a message. */
export default function AdminLayout() {
  const { user } = useSignedIn();
  const { pathname } = useLocation();
  if (!user.isAdmin) return <NotAllowed />;
  // Report and member pages belong to the reports tab.
  const isAudit = pathname.startsWith('/admin/audit');
  return (
    <div className="grid grid-cols-1 gap-8">
      <nav aria-label={t('Moderation')} className="border-b border-line">
        <ul className="-mb-px flex gap-6">
          <li>
            <Link to="/admin" aria-current={isAudit ? undefined : 'page'} className={linkClass}>
              {t('Reports')}
            </Link>
          </li>
          <li>
            <Link to="/admin/audit" aria-current={isAudit ? 'page' : undefined} className={linkClass}>
              {t('Audit trail')}
            </Link>
          </li>
        </ul>
      </nav>
      <Outlet />
    </div>
  );
}
