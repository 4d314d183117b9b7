import { t } from '@parlance/words/current';
import { pageTitle } from '#lib/brand';
import { LinkButton } from '#ui/link-button';

export function NotAllowed() {
  return (
    <div className="grid justify-items-start gap-5">
      <title>{pageTitle(t('Not allowed'))}</title>
      <h1 className="text-title">{t("You don't have permission to do this.")}</h1>
      <p className="text-ink-soft">{t('Only admins can open this page.')}</p>
      <LinkButton to="/dashboard" variant="primary">
        {t('Find Language Partners')}
      </LinkButton>
    </div>
  );
}
