import { personDescription, personName } from '@parlance/contract/account-care';
import type { CorrectMe } from '@parlance/contract/corrections';
import { t } from '@parlance/words/current';
import { word } from '@parlance/words/word';
import { useState } from 'react';
import { PictureChooser } from '#account/picture/picture-chooser';
import { fileOfDataUrl } from '#account/picture/picture-file';
import { CorrectMeChoice } from '#corrections/correct-me-choice';
import { refusalOf } from '#lib/refusal';
import { useSignedIn } from '#session/signed-in';
import { Field } from '#ui/field';
import { Progress } from '#ui/progress';
import { TextInput } from '#ui/text-input';
import { Textarea } from '#ui/textarea';
import { optionPlace, optionTexts } from './options/option-texts';
import { type SectionHeading, SettingsSection } from './section/settings-section';
import { useSaving } from './section/use-saving';

const words = {
  success: word('Profile information updated successfully'),
  failure: word('Failed to update profile information'),
};

interface ProfileEdits {
  name?: string;
  description?: string;
  correctMe?: CorrectMe;
  /** A new picture as a data URL, or null to remove the stored one. */
  picture?: string | null;
}

export function ProfileSection({ heading }: { heading: SectionHeading }) {
  const { user, runtime } = useSignedIn();
  const { calls, session } = runtime;
  const [edits, setEdits] = useState<ProfileEdits>({});
  const [isCropping, setIsCropping] = useState(false);
  const [sentFraction, setSentFraction] = useState<number | null>(null);
  const { saving, save } = useSaving(words);
  const edit = (part: ProfileEdits) => setEdits((present) => ({ ...present, ...part }));

  const { name = user.name, description = user.description, picture = user.profileImageUrl } = edits;
  const { correctMe: stored = 'always' } = user;
  const { correctMe = stored } = edits;
  const nameRefusal = refusalOf(personName, name);
  const descriptionRefusal = refusalOf(personDescription, description);
  const isTextChanged = name !== user.name || description !== user.description || correctMe !== stored;
  const isPictureChanged = picture !== user.profileImageUrl;

  const store = async () => {
    if (isTextChanged) await calls.updateUser({ name, description, correctMe });
    if (isPictureChanged) {
      const image = picture === null ? {} : { image: fileOfDataUrl(picture) };
      await calls
        .updateProfileImage(image, { onProgress: setSentFraction })
        .finally(() => setSentFraction(null));
    }
    await session.showSaved({ name, description, correctMe, profileImageUrl: picture });
    // What was typed while saving stays.
    setEdits((present) => {
      const left = Object.entries(present).filter(
        ([field, value]) => edits[field as keyof ProfileEdits] !== value,
      );
      return Object.fromEntries(left) as ProfileEdits;
    });
  };

  return (
    <SettingsSection
      heading={heading}
      save={{
        changed: isTextChanged || isPictureChanged,
        saving,
        disabled: isCropping || nameRefusal !== null || descriptionRefusal !== null,
        onSave: () => void save(store),
      }}
    >
      <div className="grid max-w-2xl gap-6">
        <div {...optionPlace('picture')} className="grid gap-2">
          <PictureChooser
            name={name}
            src={picture}
            onPick={(dataUrl) => edit({ picture: dataUrl })}
            onRemove={() => edit({ picture: null })}
            onCroppingChange={setIsCropping}
          />
          <p className="text-sm text-ink-soft">{t(optionTexts.picture.effect)}</p>
        </div>
        {sentFraction !== null && picture && (
          <Progress label={t('Uploading your picture')} value={Math.round(sentFraction * 100)} />
        )}
        <Field label={t(optionTexts.name.label)} help={t(optionTexts.name.effect)} error={nameRefusal}>
          <TextInput
            {...optionPlace('name')}
            value={name}
            onChange={(event) => edit({ name: event.target.value })}
            autoComplete="name"
            required
            dir="auto"
          />
        </Field>
        <Field
          label={t(optionTexts.about.label)}
          help={t(optionTexts.about.effect)}
          error={descriptionRefusal}
        >
          <Textarea
            {...optionPlace('about')}
            value={description}
            onChange={(event) => edit({ description: event.target.value })}
            required
          />
        </Field>
        <div {...optionPlace('correct-me')}>
          <CorrectMeChoice value={correctMe} onChange={(chosen) => edit({ correctMe: chosen })} />
        </div>
      </div>
    </SettingsSection>
  );
}
