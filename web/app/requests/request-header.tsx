import type { BaseProfile } from '@parlance/contract/people';
import { t } from '@parlance/words/current';
import X from 'lucide-react/icons/x';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { pageTitle } from '#lib/brand';
import { nameOf } from '#people/person-name';
import { Avatar } from '#ui/avatar';
import { LinkButton } from '#ui/link-button';

export interface RequestHeaderProps {
  profile: Pick<BaseProfile, 'userId' | 'name'>;
  children?: ReactNode;
}

/** Initial and name of a sender, with a link to the profile, and close. */
export function RequestHeader({ profile, children }: RequestHeaderProps) {
  const name = nameOf(profile);
  return (
    <header className="flex items-start gap-4">
      <title>{pageTitle(t('Request of {name}', { name }))}</title>
      <Avatar name={name} size="lg" />
      <div className="grid min-w-0 flex-1 justify-items-start gap-1">
        <h1 id="request-name" dir="auto" className="max-w-full text-page-start text-2xl wrap-anywhere">
          {name}
        </h1>
        {children}
        <Link to={`/profile/${profile.userId}`} className="text-sm underline underline-offset-2">
          {t('View Profile')}
        </Link>
      </div>
      <LinkButton to="/requests" variant="quiet" aria-label={t('Close request')} className="px-0!">
        <X aria-hidden="true" className="size-5" />
      </LinkButton>
    </header>
  );
}
