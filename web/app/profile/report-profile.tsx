import { profileParts } from '@parlance/contract/contact';
import type { FullProfile } from '@parlance/contract/people';
import { t } from '@parlance/words/current';
import { word } from '@parlance/words/word';
import { useState } from 'react';
import { shortenText } from '#lib/shorten-text';
import { nameOf } from '#people/person-name';
import { ReportForm } from '#reports/report-form';
import { useSignedIn } from '#session/signed-in';
import { Avatar } from '#ui/avatar';
import { Dialog } from '#ui/dialog';
import { Field } from '#ui/field';
import { Select } from '#ui/select';

type Part = (typeof profileParts)[number];

const partWords = {
  picture: word('The picture'),
  name: word('The name'),
  description: word('The description'),
  other: word('Something else', 'about a profile'),
} satisfies Record<Part, string>;
const previewMaxLength = 200;

export interface ReportProfileProps {
  profile: FullProfile;
  open: boolean;
  onClose: () => void;
}

/** Reports a part of a profile; moderators see the profile as it is now. */
export function ReportProfile({ profile, open, onClose }: ReportProfileProps) {
  const name = nameOf(profile);
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('Report this profile')}
      description={t('We look at the profile as it is now. {name} is not told who reported it.', { name })}
    >
      {open && <PartForm profile={profile} onClose={onClose} />}
    </Dialog>
  );
}

function PartForm({ profile, onClose }: Omit<ReportProfileProps, 'open'>) {
  const { calls } = useSignedIn().runtime;
  const parts = profileParts.filter((part) => part !== 'picture' || profile.profileImageUrl !== null);
  const [about, setAbout] = useState<Part>(parts[0] ?? 'other');
  const { userId } = profile;
  return (
    <>
      <Field label={t('What is it about?')}>
        <Select value={about} onChange={({ target }) => setAbout(target.value as Part)}>
          {parts.map((part) => (
            <option key={part} value={part}>
              {t(partWords[part])}
            </option>
          ))}
        </Select>
      </Field>
      <ReportForm
        onReport={(details) => calls.reportProfile({ userId, about, ...details })}
        thanked={t('Thank you. The profile was reported.')}
        onClose={onClose}
      >
        <Reported profile={profile} about={about} />
      </ReportForm>
    </>
  );
}

function Reported({ profile, about }: { profile: FullProfile; about: Part }) {
  if (about === 'picture') return <Avatar name={nameOf(profile)} src={profile.profileImageUrl} size="lg" />;
  return (
    <p dir="auto" className="text-page-start wrap-anywhere">
      {about === 'description' && profile.description
        ? shortenText(profile.description, previewMaxLength)
        : nameOf(profile)}
    </p>
  );
}
