import { t } from '@parlance/words/current';
import { useQuery } from '@tanstack/react-query';
import { sentence } from '#lib/sentence';
import { programmeQuery } from '#programmes/parts/programme-queries';
import { canJoin } from '#programmes/parts/programme-words';
import { useSignedIn } from '#session/signed-in';
import { LinkButton } from '#ui/link-button';

export interface ReturnLinkProps {
  to: string;
  programmeId: string;
}

/** Leads back to an accepted invitation, and names its programme while it can be joined. */
export default function ReturnLink({ to, programmeId }: ReturnLinkProps) {
  const { calls } = useSignedIn().runtime;
  const invitation = new URL(to, location.origin).searchParams.get('invitation') ?? undefined;
  const { data } = useQuery(programmeQuery(calls, programmeId, invitation));
  return (
    <LinkButton to={to} variant="primary" size="lg">
      {data && canJoin(data.programme) ? (
        <span className="wrap-anywhere">
          {sentence('Join {programme}', { programme: <bdi>{data.programme.name}</bdi> })}
        </span>
      ) : (
        t('Continue where you left off')
      )}
    </LinkButton>
  );
}
