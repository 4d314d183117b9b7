import { t } from '@parlance/words/current';
import { useLaterModule } from '#lib/use-later-module';
import { AvailabilityCalendar } from '#schedule/availability-calendar';
import { Skeleton } from '#ui/skeleton';
import { CalendarFeed } from './calendar-feed';
import { optionPlace, optionTexts } from './options/option-texts';
import { type SectionHeading, SettingsSection } from './section/settings-section';
import { WeeklyHours } from './weekly-hours';

export function AvailabilitySection({ heading }: { heading: SectionHeading }) {
  const later = useLaterModule(() => import('./other-calendar'));
  return (
    <SettingsSection heading={heading} description={t('When others can book a session with you.')}>
      <WeeklyHours />
      <section aria-labelledby="single-slots" {...optionPlace('slots')} className="grid gap-4">
        <div className="grid max-w-reading gap-1">
          <h3 id="single-slots" className="text-lg">
            {t(optionTexts.slots.label)}
          </h3>
          <p className="text-ink-soft">{t(optionTexts.slots.effect)}</p>
        </div>
        <AvailabilityCalendar />
      </section>
      {later ? <later.OtherCalendar /> : <Skeleton className="h-48" />}
      <CalendarFeed />
    </SettingsSection>
  );
}
