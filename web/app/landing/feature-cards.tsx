import { t } from '@parlance/words/current';
import type { ReactNode } from 'react';
import { BothWays } from './both-ways';
import { TurnMeter } from './turn-meter';
import { TwoClocks } from './two-clocks';

interface FeatureCardProps {
  title: string;
  text: string;
  /** An illustration of the feature. */
  children: ReactNode;
}

function FeatureCard({ title, text, children }: FeatureCardProps) {
  return (
    <li className="flex min-w-0 flex-col gap-5 rounded-xl border border-line bg-surface p-5 sm:p-6">
      <div aria-hidden="true" className="flex min-h-48 flex-col justify-center rounded-lg bg-sunken p-4">
        {children}
      </div>
      <div className="grid gap-2">
        <h3 className="text-xl">{title}</h3>
        <p className="text-ink-soft">{text}</p>
      </div>
    </li>
  );
}

export function FeatureCards() {
  return (
    <section className="mx-auto grid max-w-page gap-8 px-4 py-14 sm:px-6 lg:gap-10 lg:py-20">
      <h2 className="max-w-[20ch] text-title">{t('One conversation, two lessons')}</h2>
      <ul className="grid gap-5 md:grid-cols-3">
        <FeatureCard
          title={t('Somebody who fits both ways')}
          text={t(
            'Search by language and level. People who speak what you learn, and learn what you speak, come first.',
          )}
        >
          <BothWays />
        </FeatureCard>
        <FeatureCard
          title={t('A time that suits you both')}
          text={t(
            "Book 15 to 60 minutes from your partner's free times. Every time is shown in your time zone and in theirs.",
          )}
        >
          <TwoClocks />
        </FeatureCard>
        <FeatureCard
          title={t('Written or spoken')}
          text={t(
            'Text and voice messages arrive as soon as you send them. You can play a voice message again, more slowly.',
          )}
        >
          <TurnMeter />
        </FeatureCard>
      </ul>
    </section>
  );
}
