import { t } from '@parlance/words/current';
import { useLaterModule } from '#lib/use-later-module';
import { Skeleton } from '#ui/skeleton';
import { optionPlace, optionTexts } from './options/option-texts';
import { type SectionHeading, SettingsSection } from './section/settings-section';

/** Two presets of the choices about contact and visibility. */
export function PresetsSection({ heading }: { heading: SectionHeading }) {
  const later = useLaterModule(() => import('./presets/privacy-presets'));
  return (
    <SettingsSection heading={heading} description={t(optionTexts['privacy-presets'].effect)}>
      <div {...optionPlace('privacy-presets')}>
        {later ? <later.PrivacyPresets /> : <Skeleton className="h-64" />}
      </div>
    </SettingsSection>
  );
}
