import { t } from '@parlance/words/current';
import { useEffect, useRef } from 'react';
import { TwoVoices } from '#languages/two-voices';
import { Progress } from '#ui/progress';
import type { SubmissionProgress } from './submit-onboarding';

export function WaitingScreen({ progress }: { progress: SubmissionProgress }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { done, total, doing } = progress;
  return (
    <div className="mx-auto grid min-h-[60vh] max-w-md content-center gap-10">
      <TwoVoices />
      <h1 ref={heading} tabIndex={-1} className="text-center text-title">
        {t('Customizing your learning experience...')}
      </h1>
      <Progress
        label={doing}
        value={done}
        max={total}
        valueText={t('{percent}%', { percent: Math.floor((done / total) * 100) })}
      />
    </div>
  );
}
