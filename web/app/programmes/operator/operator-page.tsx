import type { OperatedProgramme } from '@parlance/contract/programme-care';
import { t } from '@parlance/words/current';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { pageTitle } from '#lib/brand';
import { failureMessage } from '#lib/failure-message';
import { Empty, Loaded } from '#programmes/parts/page-frame';
import { type ProgrammeFields, ProgrammeForm } from '#programmes/parts/programme-form';
import { allProgrammesQuery, useAct } from '#programmes/parts/programme-queries';
import { stateWords } from '#programmes/parts/programme-words';
import { viewerZone } from '#schedule/viewer-zone';
import { useSignedIn } from '#session/signed-in';
import { Badge } from '#ui/badge';
import { Button } from '#ui/button';
import { LinkButton } from '#ui/link-button';
import { showToast } from '#ui/toast';
import { Coordinators } from './coordinators';

const newProgramme = (): ProgrammeFields => ({
  name: '',
  office: '',
  officeEmail: null,
  timeZone: viewerZone(),
  languages: [],
  registrationEndsOn: '',
  termStartsOn: '',
  termEndsOn: '',
  eraseOn: '',
  neededHours: 20,
  declaredPercent: 50,
  consentText: '',
  isOpen: false,
});

/** All programmes of the instance. The operator creates them and appoints coordinators, and sees no student. */
export default function OperatorPage() {
  const { runtime } = useSignedIn();
  const { calls } = runtime;
  const act = useAct();
  const navigate = useNavigate();
  const query = useQuery(allProgrammesQuery(calls));
  const [isNew, setNew] = useState(false);
  const [createdId, setCreatedId] = useState<string | null>(null);
  const example = useMutation({
    mutationFn: () => act(calls.tryProgramme()),
    onSuccess: async ({ programmeId }) => {
      // The navigation gains the programme.
      void runtime.session.showSaved({});
      await navigate(`/programmes/${programmeId}/coordinate`);
    },
    onError: (error) =>
      showToast({ title: failureMessage(error, t('It did not work. Please try again.')), tone: 'danger' }),
  });
  return (
    <div className="grid grid-cols-1 gap-6">
      <title>{pageTitle(t('Programmes'))}</title>
      <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h1 className="text-title">{t('Programmes')}</h1>
        <div className="flex flex-wrap gap-3">
          {query.data?.canTry && (
            <Button busy={example.isPending} onClick={() => example.mutate()}>
              {example.isPending ? t('Creating the example...') : t('Try a programme')}
            </Button>
          )}
          <Button variant="primary" aria-expanded={isNew} onClick={() => setNew(!isNew)}>
            {t('New programme')}
          </Button>
        </div>
      </header>
      {isNew && (
        <section
          aria-label={t('New programme')}
          className="rounded-lg border border-line bg-surface p-4 sm:p-6"
        >
          <ProgrammeForm
            first={newProgramme()}
            submit={t('Create the programme')}
            act={async (fields) => {
              const { programmeId } = await act(
                calls.createProgramme(fields as ProgrammeFields),
                t('The programme is created. Appoint a coordinator now.'),
              );
              setNew(false);
              setCreatedId(programmeId);
            }}
          />
        </section>
      )}
      <Loaded query={query}>
        {({ programmes }) =>
          programmes.length === 0 && !isNew ? (
            <Empty>{t('There is no programme yet.')}</Empty>
          ) : (
            <ul className="grid grid-cols-1 gap-4">
              {programmes.map((programme) => (
                <ProgrammeCard
                  key={programme.programmeId}
                  programme={programme}
                  isCreated={programme.programmeId === createdId}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
    </div>
  );
}

interface ProgrammeCardProps {
  programme: Omit<OperatedProgramme, 'role'>;
  isCreated: boolean;
}

function ProgrammeCard({ programme, isCreated }: ProgrammeCardProps) {
  const { programmeId, name, office, state, coordinators } = programme;
  const { user } = useSignedIn();
  return (
    <li className="grid grid-cols-1 gap-4 rounded-lg border border-line bg-surface p-4 sm:p-5">
      <div className="grid gap-1">
        <div className="flex flex-wrap items-center gap-3">
          <h2 dir="auto" className="text-page-start text-xl wrap-anywhere">
            {name}
          </h2>
          <Badge>{t(stateWords[state])}</Badge>
        </div>
        <p dir="auto" className="text-page-start text-ink-soft">
          {office}
        </p>
      </div>
      <Coordinators programme={programme} takesFocus={isCreated} />
      {coordinators.some(({ userId }) => userId === user.userId) && (
        <div>
          <LinkButton to={`/programmes/${programmeId}/coordinate`}>{t('Open the programme')}</LinkButton>
        </div>
      )}
    </li>
  );
}
