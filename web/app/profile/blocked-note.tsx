import type { FullProfile } from '@parlance/contract/people';
import { sentence } from '#lib/sentence';
import { nameOf } from '#people/person-name';
import { Banner } from '#ui/banner';

/** Tells the viewer that they have blocked this member. */
export function BlockedNote({ person }: { person: FullProfile }) {
  return (
    <Banner>
      {sentence('You blocked {name}. You cannot find, message or book each other. To undo this, open More.', {
        name: <bdi className="font-medium">{nameOf(person)}</bdi>,
      })}
    </Banner>
  );
}
