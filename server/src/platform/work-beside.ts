import { Worker } from 'node:worker_threads';

interface BesideOptions {
  /** A module that calls answerBeside. */
  module: URL;
  /** What the module finds as its workerData. */
  given: unknown;
  /** How many may be asked and not answered yet. */
  waitingMax: number;
  /** How long whoever asks waits for a thread that has started; half of it in silence, and it counts as hung. */
  withinMs: number;
  heapMaxMb: number;
}

/** A thread of our own code that answers questions while this one goes on. */
export interface Beside<Question, Answer> {
  /** Fails where too many wait, where the answer takes too long and where the thread dies of the question. */
  ask(question: Question): Promise<Answer>;
  close(): Promise<void>;
}

/** What the thread says back, in the order it was asked. */
export type BesideReply = 'ready' | { id: number; answer: unknown } | { id: number; problem: unknown };

interface Asked {
  question: unknown;
  resolve(answer: never): void;
  reject(problem: unknown): void;
  timer: NodeJS.Timeout;
}

// Reading its modules takes a busy machine seconds.
const startWithinMs = 15_000;
const afterFailedStartMs = 5000;

/**
 * Asks a thread that is started by the first question. One that dies or hangs is replaced: the question it was at has failed, those
 * behind it go to the next one.
 */
export function workBeside<Question, Answer>(options: BesideOptions): Beside<Question, Answer> {
  const { module, given, waitingMax, withinMs, heapMaxMb } = options;
  const asked = new Map<number, Asked>();
  let count = 0;
  let thread: Worker | null = null;
  let isReady = false;
  /** When the thread last gave a sign of life. */
  let heardAt = 0;
  let restsUntil = 0;
  let isClosed = false;

  const settle = (id: number): Asked | undefined => {
    const one = asked.get(id);
    asked.delete(id);
    clearTimeout(one?.timer);
    return one;
  };
  const patience = () => (isReady ? withinMs : startWithinMs);
  const watch = (id: number) => setTimeout(() => giveUp(id), patience()).unref();
  /** The time of those who wait begins anew, with a thread that starts and with one that has started. */
  const watchAll = () => {
    for (const [id, one] of asked) {
      clearTimeout(one.timer);
      one.timer = watch(id);
    }
  };
  const failAll = (problem: unknown) => {
    for (const id of [...asked.keys()]) settle(id)?.reject(problem);
  };

  function start(): void {
    const started = new Worker(module, {
      workerData: given,
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: heapMaxMb },
    });
    started.unref();
    thread = started;
    heardAt = performance.now();
    let problem: unknown = new Error('The thread has ended.');
    started.on('error', (error) => {
      problem = error;
    });
    started.on('message', (reply: BesideReply) => hear(started, reply));
    started.on('exit', () => {
      if (thread === started) bury(problem);
    });
    for (const [id, { question }] of asked) started.postMessage({ id, question });
    watchAll();
  }

  function hear(from: Worker, reply: BesideReply): void {
    // Node sends messages of its own under --watch.
    if (from !== thread || (reply !== 'ready' && typeof reply?.id !== 'number')) return;
    heardAt = performance.now();
    if (reply === 'ready') {
      isReady = true;
      watchAll();
    } else if ('problem' in reply) settle(reply.id)?.reject(reply.problem);
    else settle(reply.id)?.resolve(reply.answer as never);
  }

  /** The question that it was at has ended it; a thread that could not start would end with any. */
  function bury(problem: unknown): void {
    const couldStart = isReady;
    thread = null;
    isReady = false;
    if (!couldStart) restsUntil = performance.now() + afterFailedStartMs;
    const [first] = asked.keys();
    if (!couldStart) failAll(problem);
    else if (first !== undefined) settle(first)?.reject(problem);
    if (asked.size > 0 && !isClosed) start();
  }

  function giveUp(id: number): void {
    const problem = new Error('The thread took too long.');
    const isSilent = performance.now() - heardAt >= patience() / 2;
    if (thread && isSilent) {
      void thread.terminate();
      bury(problem);
    }
    settle(id)?.reject(problem);
  }

  return {
    ask(question) {
      if (isClosed || asked.size >= waitingMax || performance.now() < restsUntil)
        return Promise.reject(new Error('The thread takes no more questions now.'));
      return new Promise((resolve, reject) => {
        count += 1;
        const id = count;
        asked.set(id, { question, resolve, reject, timer: watch(id) });
        if (thread) thread.postMessage({ id, question });
        else start();
      });
    },
    async close() {
      isClosed = true;
      failAll(new Error('The server closes.'));
      await thread?.terminate();
    },
  };
}
