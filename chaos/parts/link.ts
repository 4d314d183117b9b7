import { once } from 'node:events';
import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Stage } from './stage.ts';

/**
 * Network conditions: `clear`; `slow` by a delay in milliseconds; `cut`: connections are reset and refused;
 * `silent`: traffic stalls in both directions without a reset, `mute` and `deaf` in one direction.
 */
export type Weather =
  | { kind: 'clear' | 'cut' | 'silent' | 'mute' | 'deaf' }
  | { kind: 'slow'; delayMs: number };

export interface Link {
  url: string;
  change(weather: Weather): void;
  /** Existing connections stall for ever without a reset; new ones work. */
  forget(): void;
}

interface Passage {
  isForgotten: boolean;
  near: Socket;
  far: Socket;
}

export async function startLink(stage: Stage, targetPort: number): Promise<Link> {
  let weather: Weather = { kind: 'clear' };
  let changed = Promise.withResolvers<void>();
  const passages = new Set<Passage>();

  const isHeld = ({ isForgotten }: Passage, direction: 'up' | 'down') =>
    isForgotten || weather.kind === 'silent' || weather.kind === (direction === 'up' ? 'mute' : 'deaf');

  async function carry(passage: Passage, direction: 'up' | 'down'): Promise<void> {
    const [from, to] = direction === 'up' ? [passage.near, passage.far] : [passage.far, passage.near];
    const hold = async () => {
      while (isHeld(passage, direction)) await changed.promise;
    };
    try {
      for await (const chunk of from) {
        await hold();
        if (weather.kind === 'slow') await wait(weather.delayMs);
        if (!to.destroyed && !to.write(chunk as Buffer))
          await Promise.race([once(to, 'drain'), once(to, 'close')]);
      }
      await hold();
      to.end();
    } catch {
      await hold();
      to.destroy();
    }
  }

  const server = createServer((near) => {
    if (weather.kind === 'cut') {
      near.resetAndDestroy();
      return;
    }
    const passage = {
      isForgotten: false,
      near,
      far: createConnection({ host: '127.0.0.1', port: targetPort }),
    };
    passages.add(passage);
    for (const end of [passage.near, passage.far]) {
      end.setNoDelay(true);
      end.on('error', () => {});
    }
    void Promise.all([carry(passage, 'up'), carry(passage, 'down')]).finally(() => passages.delete(passage));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  const cutAll = () => {
    for (const { near, far } of passages) {
      near.resetAndDestroy();
      far.resetAndDestroy();
    }
  };
  const tellChange = () => {
    const before = changed;
    changed = Promise.withResolvers<void>();
    before.resolve();
  };
  stage.defer(() => {
    server.close();
    for (const passage of passages) passage.isForgotten = false;
    weather = { kind: 'clear' };
    cutAll();
    tellChange();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    change(next) {
      weather = next;
      if (next.kind === 'cut') cutAll();
      tellChange();
    },
    forget() {
      for (const passage of passages) passage.isForgotten = true;
    },
  };
}
