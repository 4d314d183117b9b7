import type { FullProfile } from '@parlance/contract/people';
import { nameOf } from '#people/person-name';
import { Banner } from '#ui/banner';

/** Reminds somebody of their own block, wherever the address of the profile came from. */
export function BlockedNote({ person }: { person: FullProfile }) {
  return (
    <Banner>
      You blocked <bdi className="font-medium">{nameOf(person)}</bdi>. Neither of you finds, messages or books
      the other. To change that, open More.
    </Banner>
  );
}
