import type { SearchUser } from '@parlance/contract/people';
import { t } from '@parlance/words/current';
import { word } from '@parlance/words/word';
import Bookmark from 'lucide-react/icons/bookmark';
import { classNames } from '#lib/class-names';
import { Button } from '#ui/button';
import { useSaving } from './use-saving';

export interface SaveButtonProps {
  person: Pick<SearchUser, 'userId' | 'name' | 'isSaved'>;
  /** The id of the element with the person's name, where several people are shown. */
  describedBy?: string | undefined;
}

/** Saves a person privately, or removes them. */
export function SaveButton({ person, describedBy }: SaveButtonProps) {
  const setSaved = useSaving(person);
  const isSaved = person.isSaved ?? false;
  return (
    <Button aria-pressed={isSaved} aria-describedby={describedBy} onClick={() => setSaved(!isSaved)}>
      <Bookmark aria-hidden="true" className={classNames('size-5', isSaved && 'fill-current')} />
      {isSaved
        ? t(word('Saved', 'a person, on a pressed button'))
        : t(word('Save', 'a person, to find them again'))}
    </Button>
  );
}
