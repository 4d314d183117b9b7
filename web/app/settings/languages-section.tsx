import type { UserLanguage } from '@parlance/contract/languages';
import { t } from '@parlance/words/current';
import { word } from '@parlance/words/word';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Voice, voices } from '#languages/language-chip';
import { LanguageEditor } from '#languages/language-editor';
import { areLanguagesChanged, planLanguageSave, saveLanguages } from '#languages/language-save';
import { ownLanguagesQuery } from '#languages/languages-queries';
import { classNames } from '#lib/class-names';
import { useSignedIn } from '#session/signed-in';
import { Banner } from '#ui/banner';
import { Button } from '#ui/button';
import { Skeleton } from '#ui/skeleton';
import { Spinner } from '#ui/spinner';
import { optionPlace, optionTexts } from './options/option-texts';
import { type SectionHeading, SettingsSection } from './section/settings-section';
import { useSaving } from './section/use-saving';

const words = {
  success: word('Languages saved'),
  failure: word('Failed to update languages'),
};

export function LanguagesSection({ heading }: { heading: SectionHeading }) {
  const { user, runtime } = useSignedIn();
  const { calls, session } = runtime;
  const queryClient = useQueryClient();
  const query = ownLanguagesQuery(calls, user.userId);
  const { data: stored, isError, refetch } = useQuery(query);
  const [edited, setEdited] = useState<UserLanguage[] | null>(null);
  const { saving, save } = useSaving(words);
  const languages = edited ?? stored;

  const store = async (wanted: UserLanguage[]) => {
    try {
      // Compared with the presently stored languages, which another device may have changed.
      const { languages: present } = await calls.listOwnLanguages();
      await saveLanguages(calls, planLanguageSave(present, wanted), {
        onDeletionFailed: (error) => reportError(error),
      });
      queryClient.setQueryData(query.queryKey, wanted);
    } finally {
      await queryClient.invalidateQueries(query);
    }
    // What was changed while saving stays.
    setEdited((present) => (present === wanted ? null : present));
    await session.showSaved({});
  };

  if (!languages || !stored) {
    return (
      <SettingsSection heading={heading}>
        {isError ? (
          <Banner tone="danger" action={<Button onClick={() => void refetch()}>{t('Try again')}</Button>}>
            {t('Your languages could not be loaded. Nothing was lost.')}
          </Banner>
        ) : (
          <div className="grid max-w-2xl gap-3">
            <Spinner label={t('Loading languages...')} />
            <Skeleton className="h-16" />
            <Skeleton className="h-28" />
          </div>
        )}
      </SettingsSection>
    );
  }
  return (
    <SettingsSection
      heading={heading}
      hint={languages.length === 0 && t('Without a language nobody can find you.')}
      save={{
        changed: areLanguagesChanged(stored, languages),
        saving,
        onSave: () => void save(() => store(languages)),
      }}
    >
      <div className="grid max-w-2xl gap-10">
        {(['speaks', 'learning'] as const).map((voice) => (
          <div key={voice} {...optionPlace(voice)} className="grid gap-4">
            <div className="grid gap-1">
              <VoiceHeading voice={voice} />
              <p className="text-ink-soft">{t(optionTexts[voice].effect)}</p>
            </div>
            <LanguageEditor voice={voice} languages={languages} onChange={setEdited} />
          </div>
        ))}
      </div>
    </SettingsSection>
  );
}

function VoiceHeading({ voice }: { voice: Voice }) {
  const { Icon, className } = voices[voice];
  return (
    <h3 className="flex items-center gap-3 text-lg">
      <span className={classNames('flex size-8 items-center justify-center rounded-full border', className)}>
        <Icon aria-hidden="true" className="size-4" />
      </span>
      {t(optionTexts[voice].label)}
    </h3>
  );
}
