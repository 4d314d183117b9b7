import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { rhythmQuery } from '#progress/progress-queries';
import { RhythmLine } from '#progress/rhythm-line';
import { useSignedIn } from '#session/signed-in';
import { AttentionLine } from './attention-line';
import { linesHeightKey } from './lines-height';
import { useWaiting } from './waiting';

function keepHeight(height: number): void {
  try {
    localStorage.setItem(linesHeightKey, `${innerWidth} ${height}`);
  } catch {
    // Without storage the page moves once, as at the first visit.
  }
}

/** What waits for the member, and their week: the lines above the search. Their height is reserved until both have come. */
export function MemberLines({ reserved }: { reserved: number | undefined }) {
  const { runtime, user } = useSignedIn();
  const box = useRef<HTMLDivElement>(null);
  const { isLoading } = useQuery(rhythmQuery(runtime.calls, user.userId));
  const areShown = useWaiting() !== null && !isLoading;
  useEffect(() => {
    if (areShown && box.current) keepHeight(box.current.getBoundingClientRect().height);
  });
  return (
    <div ref={box} style={{ minHeight: areShown ? undefined : reserved }}>
      <AttentionLine />
      <RhythmLine />
    </div>
  );
}
