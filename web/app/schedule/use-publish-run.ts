import { useState } from 'react';
import type { CopyPlan } from './copy-weeks';
import type { PublishRun } from './publish-report';
import type { OwnSlots } from './use-own-slots';

/** Executes a plan and tracks its progress and result. */
export function usePublishRun(own: OwnSlots) {
  const [run, setRun] = useState<PublishRun | null>(null);
  const publishPlan = async ({ create, skipped }: CopyPlan) => {
    const total = create.length;
    setRun({ state: 'running', done: 0, total });
    const outcome = await own.publish(create, (done) => setRun({ state: 'running', done, total }));
    setRun({ state: 'ended', outcome, skipped });
  };
  return { run, isRunning: run?.state === 'running', publishPlan };
}
