import { t } from '@parlance/words/current';
import { LinkButton } from '#ui/link-button';

/** Empty state with next steps. */
export function NoPhrases({ isAll }: { isAll: boolean }) {
  return (
    <div className="grid max-w-reading justify-items-start gap-4 rounded-lg border border-dashed border-line-strong p-6">
      {isAll ? (
        <>
          <h2 className="text-xl">{t('No phrases yet')}</h2>
          <p className="text-ink-soft">
            {t(
              'Keep what a partner taught you: open the options of a message and choose “Save phrase”. Then review it here from time to time.',
            )}
          </p>
          <LinkButton to="/chats" variant="primary">
            {t('Open your messages')}
          </LinkButton>
        </>
      ) : (
        <>
          <h2 className="text-xl">{t('Nothing found')}</h2>
          <p className="text-ink-soft">{t('No phrase in this language contains these words.')}</p>
          <LinkButton to="/phrases">{t('Show all phrases')}</LinkButton>
        </>
      )}
    </div>
  );
}
