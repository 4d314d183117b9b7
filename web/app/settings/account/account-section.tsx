import { useSignedIn } from '#session/signed-in';
import { SettingsSection } from '#settings/settings-section';
import type { SectionHeading } from '#settings/settings-sections';

export function AccountSection({ heading }: { heading: SectionHeading }) {
  const { user } = useSignedIn();
  return (
    <SettingsSection heading={heading} description="How you sign in.">
      <p>{user.email}</p>
    </SettingsSection>
  );
}
