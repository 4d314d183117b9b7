import { Worker } from 'node:worker_threads';

interface WorkerThreadOptions {
  /** A module that calls serveWorkerThread. */
  module: URL;
  /** The module's workerData. */
  given: unknown;
  queueMax: number;
  /** Request timeout after the start; a thread silent for half of it counts as hung. */
  timeoutMs: number;
  heapMaxMb: number;
}

/** A worker thread that answers requests. */
export interface WorkerThread<Input, Output> {
  /** Rejects when the queue is full, on timeout, and when the request ends the thread. */
  ask(request: Input): Promise<Output>;
  close(): Promise<void>;
}

/** Replies of the thread, in request order. */
export type WorkerReply = 'ready' | { id: number; answer: unknown } | { id: number; problem: unknown };

interface PendingRequest {
  request: unknown;
  resolve(answer: never): void;
  reject(problem: unknown): void;
  timer: NodeJS.Timeout;
}

// Loading the modules takes seconds on a busy machine.
const startWithinMs = 15_000;
const afterFailedStartMs = 5000;

/** Starts a thread on the first request. A dead or hung thread is replaced: its current request fails, queued ones go to the next. */
export function createWorkerThread<Input, Output>(options: WorkerThreadOptions): WorkerThread<Input, Output> {
  const { module, given, queueMax, timeoutMs, heapMaxMb } = options;
  const pending = new Map<number, PendingRequest>();
  let count = 0;
  let thread: Worker | null = null;
  let isReady = false;
  /** The time of the last message from the thread. */
  let heardAt = 0;
  let noStartUntil = 0;
  let isClosed = false;

  const settle = (id: number): PendingRequest | undefined => {
    const one = pending.get(id);
    pending.delete(id);
    clearTimeout(one?.timer);
    return one;
  };
  const currentTimeoutMs = () => (isReady ? timeoutMs : startWithinMs);
  const startTimer = (id: number) => setTimeout(() => timeOut(id), currentTimeoutMs()).unref();
  /** Restarts all timeouts when a thread starts and when it becomes ready. */
  const restartTimers = () => {
    for (const [id, one] of pending) {
      clearTimeout(one.timer);
      one.timer = startTimer(id);
    }
  };
  const failAll = (problem: unknown) => {
    for (const id of [...pending.keys()]) settle(id)?.reject(problem);
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
    started.on('message', (reply: WorkerReply) => receive(started, reply));
    started.on('exit', () => {
      if (thread === started) replaceDead(problem);
    });
    for (const [id, { request }] of pending) started.postMessage({ id, request });
    restartTimers();
  }

  function receive(from: Worker, reply: WorkerReply): void {
    // Node sends its own messages under --watch.
    if (from !== thread || (reply !== 'ready' && typeof reply?.id !== 'number')) return;
    heardAt = performance.now();
    if (reply === 'ready') {
      isReady = true;
      restartTimers();
    } else if ('problem' in reply) settle(reply.id)?.reject(reply.problem);
    else settle(reply.id)?.resolve(reply.answer as never);
  }

  /** Fails the current request of a dead thread; after a failed start all requests fail. */
  function replaceDead(problem: unknown): void {
    const couldStart = isReady;
    thread = null;
    isReady = false;
    if (!couldStart) noStartUntil = performance.now() + afterFailedStartMs;
    const [first] = pending.keys();
    if (!couldStart) failAll(problem);
    else if (first !== undefined) settle(first)?.reject(problem);
    if (pending.size > 0 && !isClosed) start();
  }

  function timeOut(id: number): void {
    const problem = new Error('The thread took too long.');
    const isSilent = performance.now() - heardAt >= currentTimeoutMs() / 2;
    if (thread && isSilent) {
      void thread.terminate();
      replaceDead(problem);
    }
    settle(id)?.reject(problem);
  }

  return {
    ask(request) {
      if (isClosed || pending.size >= queueMax || performance.now() < noStartUntil)
        return Promise.reject(new Error('The thread takes no more requests now.'));
      return new Promise((resolve, reject) => {
        count += 1;
        const id = count;
        pending.set(id, { request, resolve, reject, timer: startTimer(id) });
        if (thread) thread.postMessage({ id, request });
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
