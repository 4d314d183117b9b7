import { t } from '@parlance/words/current';
import { LinkButton } from '#ui/link-button';
import { ConversationScene } from './conversation-scene';

export function Hero() {
  return (
    <section className="mx-auto grid max-w-page items-center gap-14 px-4 pt-12 pb-16 sm:px-6 lg:grid-cols-[1.1fr_1fr] lg:gap-12 lg:pt-24 lg:pb-20">
      <div className="grid gap-6">
        <h1 className="text-display">{t('Your language for theirs.')}</h1>
        <p className="max-w-[34rem] text-lg text-ink-soft sm:text-xl">
          {t(
            'Parlance brings together two people who each speak what the other is learning. Write, send a voice message, or talk for fifteen minutes. You take turns at being the beginner.',
          )}
        </p>
        <div className="grid gap-3 pt-2 sm:flex">
          <LinkButton to="/dashboard" variant="primary" size="lg">
            {t('Find a partner')}
          </LinkButton>
          <LinkButton to="/signup" variant="secondary" size="lg">
            {t('Create Free Account')}
          </LinkButton>
        </div>
        <p className="text-ink-faint">
          {t('Look around first. There is no password to invent, only a code by email.')}
        </p>
      </div>
      <ConversationScene />
    </section>
  );
}
