import type { BaseProfile } from '@parlance/contract/people';
import { t } from '@parlance/words/current';
import { Link } from 'react-router';
import { nameOf } from '#people/person-name';

/** A name that links to the member's history; without a link for a deleted account. */
export function PersonLink({ person }: { person: BaseProfile | null | undefined }) {
  if (!person) return <span className="text-ink-soft">{t('Somebody who has left')}</span>;
  return (
    <Link
      to={`/admin/user/${person.userId}`}
      dir="auto"
      className="font-medium [overflow-wrap:anywhere] underline underline-offset-2"
    >
      {nameOf(person)}
    </Link>
  );
}
