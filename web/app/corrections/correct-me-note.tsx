import type { FullProfile } from '@parlance/contract/people';
import { classNames } from '#lib/class-names';
import { sentence } from '#lib/sentence';
import { nameOf } from '#people/person-name';

interface CorrectMeNoteProps {
  partner: FullProfile | undefined;
  className?: string;
}

/** A note for partners who do not always want corrections; empty for all others. */
export function CorrectMeNote({ partner, className }: CorrectMeNoteProps) {
  const { correctMe = 'always' } = partner ?? {};
  if (!partner || correctMe === 'always') return null;
  const name = <bdi>{nameOf(partner)}</bdi>;
  return (
    <p className={classNames('text-sm text-ink-soft', className)}>
      {correctMe === 'asked'
        ? sentence('{name}: corrections only when asked for.', { name })
        : sentence('{name}: no corrections for now.', { name })}
    </p>
  );
}
