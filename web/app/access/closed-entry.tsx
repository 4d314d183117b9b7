import { t } from '@parlance/words/current';
import Landmark from 'lucide-react/icons/landmark';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { returnAddressOf } from '#session/return-address';
import { useReadySession } from '#session/signed-in';
import { Button } from '#ui/button';
import { keptInvitation } from './kept-invitation';
import { oidcProblem } from './oidc-problem';
import { leaveForProvider } from './oidc-trip';

export interface OidcEntryProps {
  /** Name of the organisation. */
  name: string;
  onProblem: (problem: string | null) => void;
}

/** The sign-in at the identity provider of an organisation, by its own page. */
export function OidcEntry({ name, onProblem }: OidcEntryProps) {
  const { runtime } = useReadySession();
  const { state } = useLocation();
  const [busy, setBusy] = useState(false);

  const leave = async () => {
    setBusy(true);
    onProblem(null);
    try {
      await leaveForProvider(runtime, { purpose: 'sign-in', returnTo: returnAddressOf(state) });
    } catch (error) {
      setBusy(false);
      onProblem(oidcProblem(error));
    }
  };
  return (
    <Button size="lg" busy={busy} onClick={() => void leave()} className="min-w-0 wrap-anywhere">
      {!busy && <Landmark aria-hidden="true" className="size-5 shrink-0" />}
      {/* words: {name} is an organisation, such as a university */}
      {t('Sign in with {name}', { name })}
    </Button>
  );
}

export interface SignUpHintProps {
  signUp: 'invited' | 'domains';
}

/** Says who can create an account where not everybody can. */
export function SignUpHint({ signUp }: SignUpHintProps) {
  return <p className="text-ink-soft">{hintFor(signUp)}</p>;
}

function hintFor(signUp: SignUpHintProps['signUp']): string {
  if (signUp === 'domains') return t('To create an account, use your address of this organisation.');
  return keptInvitation().invitation
    ? t('You have an invitation: sign in, or create your account.')
    : t('To create an account you need an invitation.');
}
