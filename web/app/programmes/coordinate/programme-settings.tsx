import type { Programme } from '@parlance/contract/programmes';
import { t } from '@parlance/words/current';
import { useState } from 'react';
import { Part } from '#programmes/parts/page-frame';
import { ProgrammeForm } from '#programmes/parts/programme-form';
import { useAct } from '#programmes/parts/programme-queries';
import { useSignedIn } from '#session/signed-in';
import { Button } from '#ui/button';

/** The settings of the programme, behind a button: they are rarely changed. */
export function ProgrammeSettings({ programme }: { programme: Programme }) {
  const { calls } = useSignedIn().runtime;
  const act = useAct();
  const [isOpen, setOpen] = useState(programme.state === 'draft');
  if (programme.state === 'closed' || programme.state === 'erased') return null;
  return (
    <Part
      title={t('Settings')}
      action={
        <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? t('Hide the settings') : t('Change the settings')}
        </Button>
      }
    >
      {isOpen && (
        <ProgrammeForm
          first={programme}
          // The server refuses them later, because students have agreed to them.
          isFixed={programme.state !== 'draft' && programme.state !== 'registration'}
          isAgreed={programme.state !== 'draft'}
          submit={t('Save')}
          act={(fields) =>
            act(
              calls.updateProgramme({ programmeId: programme.programmeId, ...fields }),
              t('The settings are saved.'),
            )
          }
        />
      )}
    </Part>
  );
}
