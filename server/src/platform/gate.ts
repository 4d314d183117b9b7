import { ApiError } from '@parlance/contract/errors';

const retryAfterSeconds = 5;

interface GateOptions {
  atOnce: number;
  waitingMax?: number;
  /** How many pieces of work of one actor run at once. */
  atOnceEach?: number;
  /** How many pieces of work of one actor wait. */
  waitingMaxEach?: number;
  /**
   * After a piece of work the next one of the same actor starts only after a pause as long as that work took, at most this many
   * milliseconds. Zero means no pause.
   */
  pauseMaxMs?: number;
}

interface Gate {
  /** Runs the work when it is its turn. `actor` is who it is done for; without one all work shares a queue. */
  <Result>(work: () => Promise<Result>, actor?: string): Promise<Result>;
  /** Whether the next piece of work of the actor is refused because too many wait, whoever they wait for. */
  isFull(actor?: string): boolean;
}

interface ActorQueue {
  running: number;
  waiting: Array<() => void>;
}

/**
 * Limits how much work runs at once. The rest waits in one queue per actor, and the queues are served round robin, so that a new
 * actor waits for its own work and one turn of each other actor. Over `waitingMaxEach` the actor gets a 429, over `waitingMax` a 503.
 */
export function createGate({
  atOnce,
  waitingMax = Infinity,
  atOnceEach = atOnce,
  waitingMaxEach = waitingMax,
  pauseMaxMs = 0,
}: GateOptions): Gate {
  /** Actors with work, the next turn first. */
  const queues = new Map<string, ActorQueue>();
  let free = atOnce;
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
      const start = running < atOnceEach ? waiting.shift() : undefined;
      start?.();
      if (start) break;
    }
  }

  /** Other actors get the place at once; during the pause the work still counts as running for its own actor. */
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
    if (waitingCount >= waitingMax)
      throw new ApiError('ServerError', { statusCode: 503, timeout: retryAfterSeconds });
    if (queue.waiting.length >= waitingMaxEach)
      throw new ApiError('TooManyRequests', { timeout: retryAfterSeconds });
    const turn = Promise.withResolvers<void>();
    waitingCount += 1;
    queue.waiting.push(() => {
      waitingCount -= 1;
      // Before the promise settles: work that arrives in between must not take the place.
      begin(actor, queue);
      turn.resolve();
    });
    queues.set(actor, queue);
    await turn.promise;
  }

  const canBegin = (running: number) => free > 0 && running < atOnceEach;

  async function pass<Result>(work: () => Promise<Result>, actor = ''): Promise<Result> {
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
  const isFull = (actor = '') => waitingCount >= waitingMax && !canBegin(queues.get(actor)?.running ?? 0);
  return Object.assign(pass, { isFull });
}
