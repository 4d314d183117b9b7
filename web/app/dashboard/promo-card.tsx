import { t } from '@parlance/words/current';
import { useLocation } from 'react-router';
import { rememberAddress } from '#session/return-address';
import { LinkButton } from '#ui/link-button';
import { LogoMark } from '#ui/logo';

/** Follows a visitor's nine results. Sign-up returns to the same search. */
export function PromoCard() {
  const location = useLocation();
  return (
    <li className="flex min-h-64 flex-col items-start justify-center gap-4 rounded-lg bg-night p-6 text-on-night">
      <LogoMark className="size-10" />
      <h3 className="text-xl">{t('Discover More Language Partners')}</h3>
      <p>{t('See everyone who fits, write to them and book a time to talk. It costs nothing.')}</p>
      <LinkButton to="/signup" state={rememberAddress(location)} variant="inverse">
        {t('Create Free Account')}
      </LinkButton>
    </li>
  );
}
