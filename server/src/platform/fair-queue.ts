import { ApiError } from '@parlance/contract/errors';

const retryAfterSeconds = 5;

interface FairQueueOptions {
  concurrency: number;
  queueMax?: number;
  /** Concurrent jobs per actor. */
  concurrencyPerActor?: number;
  /** Queued jobs per actor. */
  queueMaxPerActor?: number;
  /** The next job of an actor starts after a pause as long as its last job took, at most this many milliseconds. Zero means no pause. */
  pauseMaxMs?: number;
}

interface FairQueue {
  /** Runs the work in its turn. Work without an `actor` shares one queue. */
  <Result>(work: () => Promise<Result>, actor?: string): Promise<Result>;
  /** Whether the actor's next job would be refused because a queue is full. */
  isFull(actor?: string): boolean;
}

interface ActorQueue {
  running: number;
  waiting: Array<() => void>;
}

/**
 * Limits concurrent work. The rest waits in one queue per actor, served round robin, so a new actor waits for at most one turn of
 * each other actor. Above `queueMaxPerActor` the actor gets a 429, above `queueMax` a 503.
 */
export function createFairQueue({
  concurrency,
  queueMax = Infinity,
  concurrencyPerActor = concurrency,
  queueMaxPerActor = queueMax,
  pauseMaxMs = 0,
}: FairQueueOptions): FairQueue {
  /** Actors with work, next turn first. */
  const queues = new Map<string, ActorQueue>();
  let free = concurrency;
  let waitingCount = 0;

  const moveToEnd = (actor: string, queue: ActorQueue) => {
    queues.delete(actor);
    if (queue.running + queue.waiting.length > 0) queues.set(actor, queue);
  };

  function begin(actor: string, queue: ActorQueue): void {
    free -= 1;
    queue.running += 1;
    moveToEnd(actor, queue);
  }

  function startNext(): void {
    if (free === 0) return;
    for (const { running, waiting } of queues.values()) {
      const start = running < concurrencyPerActor ? waiting.shift() : undefined;
      start?.();
      if (start) break;
    }
  }

  /** Frees the slot for other actors at once; during the pause the job still counts as running for its own actor. */
  function end(actor: string, queue: ActorQueue, tookMs: number): void {
    const release = () => {
      queue.running -= 1;
      moveToEnd(actor, queue);
      startNext();
    };
    free += 1;
    if (pauseMaxMs === 0) release();
    else {
      startNext();
      setTimeout(release, Math.min(tookMs, pauseMaxMs)).unref();
    }
  }

  async function wait(actor: string, queue: ActorQueue): Promise<void> {
    if (waitingCount >= queueMax)
      throw new ApiError('ServerError', { statusCode: 503, timeout: retryAfterSeconds });
    if (queue.waiting.length >= queueMaxPerActor)
      throw new ApiError('TooManyRequests', { timeout: retryAfterSeconds });
    const turn = Promise.withResolvers<void>();
    waitingCount += 1;
    queue.waiting.push(() => {
      waitingCount -= 1;
      // Claimed before the promise settles: work that arrives in between must not take the slot.
      begin(actor, queue);
      turn.resolve();
    });
    queues.set(actor, queue);
    await turn.promise;
  }

  const canBegin = (running: number) => free > 0 && running < concurrencyPerActor;

  async function enqueue<Result>(work: () => Promise<Result>, actor = ''): Promise<Result> {
    const queue = queues.get(actor) ?? { running: 0, waiting: [] };
    if (canBegin(queue.running)) begin(actor, queue);
    else await wait(actor, queue);
    const beganAt = performance.now();
    try {
      return await work();
    } finally {
      end(actor, queue, performance.now() - beganAt);
    }
  }
  const isFull = (actor = '') => waitingCount >= queueMax && !canBegin(queues.get(actor)?.running ?? 0);
  return Object.assign(enqueue, { isFull });
}
