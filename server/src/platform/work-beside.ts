import { Worker } from 'node:worker_threads';

interface BesideOptions {
  /** A module that calls answerBeside. */
  module: URL;
  /** The module's workerData. */
  given: unknown;
  waitingMax: number;
  /** Request timeout after the start; a thread silent for half of it counts as hung. */
  withinMs: number;
  heapMaxMb: number;
}

/** A worker thread that answers requests. */
export interface Beside<Question, Answer> {
  /** Rejects when the queue is full, on timeout, and when the thread dies on the request. */
  ask(question: Question): Promise<Answer>;
  close(): Promise<void>;
}

/** Replies of the thread, in request order. */
export type BesideReply = 'ready' | { id: number; answer: unknown } | { id: number; problem: unknown };

interface Asked {
  question: unknown;
  resolve(answer: never): void;
  reject(problem: unknown): void;
  timer: NodeJS.Timeout;
}

// Loading the modules takes seconds on a busy machine.
const startWithinMs = 15_000;
const afterFailedStartMs = 5000;

/** Starts a thread on the first request. A dead or hung thread is replaced: its current request fails, queued ones go to the next. */
export function workBeside<Question, Answer>(options: BesideOptions): Beside<Question, Answer> {
  const { module, given, waitingMax, withinMs, heapMaxMb } = options;
  const asked = new Map<number, Asked>();
  let count = 0;
  let thread: Worker | null = null;
  let isReady = false;
  /** The time of the last message from the thread. */
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
  /** Restarts all timeouts when a thread starts and when it becomes ready. */
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
    // Node sends its own messages under --watch.
    if (from !== thread || (reply !== 'ready' && typeof reply?.id !== 'number')) return;
    heardAt = performance.now();
    if (reply === 'ready') {
      isReady = true;
      watchAll();
    } else if ('problem' in reply) settle(reply.id)?.reject(reply.problem);
    else settle(reply.id)?.resolve(reply.answer as never);
  }

  /** Fails the current request of a dead thread; after a failed start all requests fail. */
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
