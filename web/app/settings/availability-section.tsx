import { AvailabilityCalendar } from '#schedule/availability-calendar';
import { CalendarFeed } from '#schedule/calendar-feed';
import { SettingsSection } from './settings-section';
import type { SectionHeading } from './settings-sections';

export function AvailabilitySection({ heading }: { heading: SectionHeading }) {
  return (
    <SettingsSection
      heading={heading}
      description="When others can book a session with you. Every change counts at once."
    >
      <AvailabilityCalendar />
      <CalendarFeed />
    </SettingsSection>
  );
}
