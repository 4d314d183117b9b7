import { t } from '@parlance/words/current';
import { AvailabilityCalendar } from '#schedule/availability-calendar';
import { CalendarFeed } from './calendar-feed';
import { type SectionHeading, SettingsSection } from './section/settings-section';

export function AvailabilitySection({ heading }: { heading: SectionHeading }) {
  return (
    <SettingsSection
      heading={heading}
      description={t('When others can book a session with you. Changes take effect at once.')}
    >
      <AvailabilityCalendar />
      <CalendarFeed />
    </SettingsSection>
  );
}
