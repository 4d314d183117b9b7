/** Runs a task one at a time; any number of requests during a run cause exactly one more run. */
export function coalesce(task: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  let isAskedAgain = false;

  async function run(): Promise<void> {
    try {
      do {
        isAskedAgain = false;
        await task();
      } while (isAskedAgain);
    } finally {
      running = null;
    }
  }

  return () => {
    if (running !== null) isAskedAgain = true;
    else running = run();
    return running;
  };
}
