import { counted, t } from '@parlance/words/current';
import { word } from '@parlance/words/word';
import { useLayoutEffect, useRef, useState } from 'react';
import { useSignedIn } from '#session/signed-in';
import { useSaving } from '#settings/section/use-saving';
import { Button } from '#ui/button';
import { PresetCard } from './preset-card';
import {
  changesTo,
  choicesOf,
  type PresetName,
  type PrivacyChoices,
  presets,
  valuesBefore,
} from './preset-values';

const applying = { failure: word('The privacy settings could not be saved') };
const names = { strict: word('Strict', 'a preset'), open: word('Open', 'a preset') };

interface Applied {
  name: PresetName;
  before: Partial<PrivacyChoices>;
}

/** Both presets with what they would change now. One press applies, another one restores exactly what was changed. */
export function PrivacyPresets() {
  const { user, runtime } = useSignedIn();
  const present = choicesOf(user);
  const { saving, save } = useSaving(applying);
  const [pressed, setPressed] = useState<PresetName | 'undo' | null>(null);
  const [applied, setApplied] = useState<Applied | null>(null);
  const outcome = useRef<HTMLDivElement>(null);
  // A choice that was changed elsewhere since would be overwritten.
  const canUndo = applied !== null && Object.keys(changesTo(present, presets[applied.name])).length === 0;

  const store = async (fields: Partial<PrivacyChoices>) => {
    await runtime.calls.updateUser(fields);
    await runtime.session.showSaved(fields);
  };
  const apply = async (name: PresetName) => {
    const changes = changesTo(present, presets[name]);
    const before = valuesBefore(present, changes);
    setPressed(name);
    if (await save(() => store(changes))) setApplied({ name, before });
  };
  const undo = async ({ before }: Applied) => {
    setPressed('undo');
    if (await save(() => store(before))) setApplied(null);
  };
  // The pressed button disappears with what it did, so the outcome takes the focus and is read by it. Said by the live region as well it
  // would be heard twice.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus is lost when a preset was applied or undone
  useLayoutEffect(() => {
    if (!pressed || !outcome.current) return;
    const isFocusLost = document.activeElement === document.body;
    outcome.current.ariaLive = isFocusLost ? 'off' : 'polite';
    if (isFocusLost) outcome.current.focus({ preventScroll: true });
  }, [applied, canUndo]);

  const message =
    applied && canUndo
      ? counted(
          Object.keys(applied.before).length,
          'Applied: {preset}. 1 setting was changed.',
          'Applied: {preset}. {count} settings were changed.',
          { preset: t(names[applied.name]) },
        )
      : pressed === 'undo' && !saving && !applied && t('Your previous settings are back.');
  return (
    <div className="grid max-w-2xl gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        {(['strict', 'open'] as const).map((name) => (
          <PresetCard
            key={name}
            preset={name}
            title={t(names[name])}
            present={present}
            busy={saving && pressed === name}
            disabled={saving}
            onApply={() => void apply(name)}
          />
        ))}
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {/* The text is in a paragraph of its own: as the name of the focused element it would be read twice. */}
        <div ref={outcome} aria-live="polite" tabIndex={-1} className="outline-none empty:hidden">
          {message && <p>{message}</p>}
        </div>
        {applied && canUndo && (
          <Button busy={saving && pressed === 'undo'} disabled={saving} onClick={() => void undo(applied)}>
            {t('Undo')}
          </Button>
        )}
      </div>
    </div>
  );
}
