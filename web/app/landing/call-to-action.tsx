import { t } from '@parlance/words/current';
import { LinkButton } from '#ui/link-button';
import { Strands } from './strands';

export function CallToAction() {
  return (
    <section className="mx-auto max-w-page px-4 py-14 sm:px-6 lg:py-20">
      <div className="relative isolate grid justify-items-center gap-6 overflow-hidden rounded-xl bg-night px-6 py-16 text-center text-on-night sm:px-12 sm:py-24">
        <Strands className="absolute inset-0 fade-middle -z-10 size-full max-sm:hidden" />
        <h2 className="max-w-[18ch] text-title">{t('Somebody is learning your language right now')}</h2>
        <p className="max-w-[44ch] text-lg">
          {t(
            'Five short steps: what you learn, what you speak, how much time you have, what you like, and a few words about you.',
          )}
        </p>
        <LinkButton to="/signup" variant="inverse" size="lg">
          {t('Create Free Account')}
        </LinkButton>
      </div>
    </section>
  );
}
