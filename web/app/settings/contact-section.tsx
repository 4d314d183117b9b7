import { t } from '@parlance/words/current';
import { word } from '@parlance/words/word';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { StandingNote } from '#contact/standing-note';
import { standingQuery } from '#contact/standing-query';
import { useSignedIn } from '#session/signed-in';
import { BlockedPeople } from './blocked-people';
import { ChoiceList } from './choice-list';
import { type BooksMe, bookers, type WritesToMe, writers } from './options/choice-words';
import { optionTexts } from './options/option-texts';
import { type Pause, pauseChoices, pausedUntilOf, pauseOf } from './pause';
import { type SectionHeading, SettingsSection } from './section/settings-section';
import { useSaving } from './section/use-saving';

const words = {
  success: word('Your choices were saved'),
  failure: word('Failed to save your choices'),
};

/** Privacy settings of contact: message and booking permissions, search visibility, the block list. */
export function ContactSection({ heading }: { heading: SectionHeading }) {
  const { user, runtime } = useSignedIn();
  const stored = {
    writesToMe: user.writesToMe ?? 'everybody',
    booksMe: user.booksMe ?? 'everybody',
    pause: pauseOf(user.pausedUntil ?? null, new Date()),
  };
  const [chosen, setChosen] = useState<Partial<{ writesToMe: WritesToMe; booksMe: BooksMe; pause: Pause }>>(
    {},
  );
  const { saving, save } = useSaving(words);
  const standing = useQuery(standingQuery(runtime.calls, user.userId));
  const shown = { ...stored, ...chosen };
  const isNew = (key: keyof typeof stored) => shown[key] !== stored[key];
  const changed = isNew('writesToMe') || isNew('booksMe') || isNew('pause');

  const store = async () => {
    const fields = {
      ...(isNew('writesToMe') && { writesToMe: shown.writesToMe }),
      ...(isNew('booksMe') && { booksMe: shown.booksMe }),
      ...(isNew('pause') && { pausedUntil: pausedUntilOf(shown.pause, new Date()) }),
    };
    await runtime.calls.updateUser(fields);
    await runtime.session.showSaved(fields);
    // A choice that was made while the others were stored stays.
    setChosen((now) => (now === chosen ? {} : now));
  };
  const labelled = <Value extends string>(entries: Record<Value, [string, string]>) =>
    (Object.entries(entries) as [Value, [string, string]][]).map(([value, [label, effect]]) => ({
      value,
      label: t(label),
      effect: t(effect),
    }));
  return (
    <SettingsSection
      heading={heading}
      description={t('These choices are never shown to others.')}
      save={{ changed, saving, onSave: () => void save(store) }}
      after={<BlockedPeople />}
    >
      {standing.data && (
        <div className="max-w-2xl empty:hidden">
          <StandingNote standing={standing.data} place="settings" />
        </div>
      )}
      <ChoiceList
        option="writes-to-me"
        legend={t(optionTexts['writes-to-me'].label)}
        choices={labelled(writers)}
        value={shown.writesToMe}
        onChange={(writesToMe) => setChosen({ ...chosen, writesToMe })}
      />
      <ChoiceList
        option="books-me"
        legend={t(optionTexts['books-me'].label)}
        choices={labelled(bookers)}
        value={shown.booksMe}
        onChange={(booksMe) => setChosen({ ...chosen, booksMe })}
      />
      <ChoiceList
        option="pause"
        legend={t(optionTexts.pause.label)}
        choices={pauseChoices(user.pausedUntil ?? null, new Date())}
        value={shown.pause}
        onChange={(pause) => setChosen({ ...chosen, pause })}
      />
    </SettingsSection>
  );
}
