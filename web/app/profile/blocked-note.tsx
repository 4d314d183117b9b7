import type { FullProfile } from '@parlance/contract/people';
import { sentence } from '#lib/sentence';
import { nameOf } from '#people/person-name';
import { Banner } from '#ui/banner';

/** Reminds somebody of their own block, wherever the address of the profile came from. */
export function BlockedNote({ person }: { person: FullProfile }) {
  return (
    <Banner>
      {sentence(
        'You blocked {name}. Neither of you finds, messages or books the other. To change that, open More.',
        { name: <bdi className="font-medium">{nameOf(person)}</bdi> },
      )}
    </Banner>
  );
}
