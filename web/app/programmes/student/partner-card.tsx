import { programmeMax } from '@parlance/contract/programme-limits';
import type { Programme, ProgrammePartner } from '@parlance/contract/programmes';
import { spoken, t } from '@parlance/words/current';
import { word } from '@parlance/words/word';
import CalendarDays from 'lucide-react/icons/calendar-days';
import MessageCircle from 'lucide-react/icons/message-circle';
import UserRound from 'lucide-react/icons/user-round';
import { useState } from 'react';
import { LanguageChip } from '#languages/language-chip';
import { languageTitle } from '#languages/language-name';
import { sentence } from '#lib/sentence';
import { nameOf } from '#people/person-name';
import { useAct } from '#programmes/parts/programme-queries';
import { rangeText } from '#programmes/parts/programme-words';
import { useSignedIn } from '#session/signed-in';
import { Avatar } from '#ui/avatar';
import { Button } from '#ui/button';
import { Field } from '#ui/field';
import { FormDialog } from '#ui/form-dialog';
import { LinkButton } from '#ui/link-button';
import { Textarea } from '#ui/textarea';

const shownHours = 3;

export function PartnerCard({ programme, partner }: { programme: Programme; partner: ProgrammePartner }) {
  const { profile, learns, teaches, commonHours } = partner;
  const [isRefusing, setRefusing] = useState(false);
  const name = nameOf(profile);
  const nameId = `partner-${partner.pairId}`;
  const isOver = programme.state === 'closed' || programme.state === 'erased';
  return (
    <li className="grid grid-cols-1 gap-4 rounded-lg border border-line bg-surface p-4 sm:p-5">
      <div className="flex items-center gap-4">
        <Avatar name={name} src={profile.profileImageUrl} size="lg" />
        <div className="grid min-w-0 gap-2">
          <h2 id={nameId} dir="auto" className="text-page-start text-xl wrap-anywhere">
            {name}
          </h2>
          <div className="flex flex-wrap gap-2">
            <LanguageChip voice="learning" label={t('You learn')} name={languageTitle(learns)} />
            <LanguageChip voice="speaks" label={t('You teach')} name={languageTitle(teaches)} />
          </div>
        </div>
      </div>
      {commonHours.length > 0 && (
        <p className="text-ink-soft">
          {t('Both are free: {times}', {
            times: spoken().list(commonHours.slice(0, shownHours).map(rangeText)),
          })}
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <LinkButton to={`/chat/${profile.userId}`} variant="primary" aria-describedby={nameId}>
          <MessageCircle aria-hidden="true" className="size-5" />
          {t(word('Message', 'to write to somebody'))}
        </LinkButton>
        <LinkButton to={`/profile/${profile.userId}`} aria-describedby={nameId}>
          <UserRound aria-hidden="true" className="size-5" />
          {t('Profile')}
        </LinkButton>
        <LinkButton to={`/profile/${profile.userId}#availability`} aria-describedby={nameId}>
          <CalendarDays aria-hidden="true" className="size-5" />
          {t('Find a time')}
        </LinkButton>
        {!isOver && (
          <Button variant="quiet" aria-describedby={nameId} onClick={() => setRefusing(true)}>
            {t('This partner does not work')}
          </Button>
        )}
      </div>
      <RefuseDialog
        programmeId={programme.programmeId}
        pairId={partner.pairId}
        name={name}
        open={isRefusing}
        onClose={() => setRefusing(false)}
      />
    </li>
  );
}

interface RefuseDialogProps {
  programmeId: string;
  pairId: string;
  name: string;
  open: boolean;
  onClose: () => void;
}

function RefuseDialog({ programmeId, pairId, name, open, onClose }: RefuseDialogProps) {
  const { calls } = useSignedIn().runtime;
  const act = useAct();
  const [text, setText] = useState('');
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={sentence('It does not work with {name}', { name: <bdi>{name}</bdi> })}
      description={t(
        'In the first week after partners are chosen this ends the pair, and both come first in the next round. Later the coordinator decides.',
      )}
      submit={t('Tell the coordinator')}
      submitting={t('Sending...')}
      act={() =>
        act(calls.askForHelp({ programmeId, kind: 'partner', pairId, text }), t('The coordinator is told.'))
      }
    >
      <Field label={t('What is the matter? (optional)')} help={t('Only the coordinators read this.')}>
        <Textarea
          rows={3}
          maxLength={programmeMax.help}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </Field>
    </FormDialog>
  );
}
