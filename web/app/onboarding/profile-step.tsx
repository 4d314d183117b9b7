import { personDescription, personName } from '@parlance/contract/account-care';
import { t } from '@parlance/words/current';
import { PictureChooser } from '#account/picture/picture-chooser';
import { refusalOf } from '#lib/refusal';
import { Banner } from '#ui/banner';
import { Field } from '#ui/field';
import { TextInput } from '#ui/text-input';
import { Textarea } from '#ui/textarea';
import type { OnboardingControls } from './use-onboarding';

export interface ProfileStepProps {
  controls: OnboardingControls;
  onCroppingChange: (isCropping: boolean) => void;
}

/** Picture, name and description, and the error of a failed submission. */
export function ProfileStep({ controls, onCroppingChange }: ProfileStepProps) {
  const { draft, change, problem } = controls;
  const { name, description, profileImage } = draft;
  return (
    <div className="grid gap-6">
      {problem && (
        <Banner tone="danger">
          <strong className="block">{t('Your profile is not complete yet.')}</strong>
          <span className="block">{problem}</span>
          {t('Everything you entered is still here: press Finish to go on.')}
        </Banner>
      )}
      <PictureChooser
        name={name}
        src={profileImage}
        onPick={(picture) => change({ profileImage: picture })}
        onRemove={() => change({ profileImage: null })}
        onCroppingChange={onCroppingChange}
      />
      <Field label={t('Name')} error={name.trim() && refusalOf(personName, name)}>
        <TextInput
          value={name}
          onChange={(event) => change({ name: event.target.value })}
          autoComplete="name"
          required
          dir="auto"
        />
      </Field>
      <Field
        label={t('About Me')}
        help={t('A sentence or two is enough: what you like, what you want to talk about.')}
        error={description.trim() && refusalOf(personDescription, description)}
      >
        <Textarea
          value={description}
          onChange={(event) => change({ description: event.target.value })}
          required
        />
      </Field>
    </div>
  );
}
