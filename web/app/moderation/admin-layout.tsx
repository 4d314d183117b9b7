import { NavLink, Outlet } from 'react-router';
import { classNames } from '#lib/class-names';
import { useSignedIn } from '#session/signed-in';
import { NotAllowed } from './not-allowed';

const linkClass = classNames(
  'flex min-h-11 items-center border-b-2 border-transparent font-medium text-ink-soft hover:text-ink',
  'aria-[current]:border-ink aria-[current]:text-ink',
);

/** The screens of admins. The server refuses everybody else anyway; here they are told so. */
export default function AdminLayout() {
  const { user } = useSignedIn();
  if (!user.isAdmin) return <NotAllowed />;
  return (
    <div className="grid gap-8">
      <nav aria-label="Moderation" className="border-b border-line">
        <ul className="-mb-px flex gap-6">
          <li>
            <NavLink to="/admin" end className={linkClass}>
              Reports
            </NavLink>
          </li>
          <li>
            <NavLink to="/admin/audit" className={linkClass}>
              Audit trail
            </NavLink>
          </li>
        </ul>
      </nav>
      <Outlet />
    </div>
  );
}
