import { RhythmLine } from '#progress/rhythm-line';
import { AttentionLine } from './attention-line';

/** What waits for the member, and their week: the lines above the search. */
export function MemberLines() {
  return (
    <>
      <AttentionLine />
      <RhythmLine />
    </>
  );
}
