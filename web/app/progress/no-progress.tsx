import { t } from '@parlance/words/current';
import { LinkButton } from '#ui/link-button';

export function NoProgress() {
  return (
    <div className="grid max-w-reading justify-items-start gap-4 rounded-lg border border-dashed border-line-strong p-6">
      <h2 className="text-xl">{t('Your weeks will appear here')}</h2>
      <p className="text-ink-soft">
        {t(
          'How long you talk in each language, how your messages are split between your languages, and how many phrases you know. It begins with a first message, a session or a saved phrase.',
        )}
      </p>
      <LinkButton to="/dashboard" variant="primary">
        {t('Find Language Partners')}
      </LinkButton>
    </div>
  );
}
