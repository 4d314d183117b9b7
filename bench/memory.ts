import type { Part } from './figures.ts';
import type { Member } from './our-server.ts';
import { type Helper, memoryOf } from './processes.ts';
import { withGrounds } from './servers.ts';

const goalKb = 25;

/** Memory of an idle connected socket, compared with a bare Socket.IO socket. */
export function measureMemory({ isQuick }: { isQuick: boolean }): Promise<Part> {
  const sockets = isQuick ? 300 : 2_000;
  return withGrounds(0, async (grounds) => {
    const nodeOptions = ['--expose-gc'];
    const ours = await grounds.startOurs({ databaseUrl: await grounds.newDatabase('memory'), nodeOptions });
    const relay = await grounds.start('relay.ts', { nodeOptions });
    const load = await grounds.start('load.ts');
    const members = await ours.ask<Member[]>('members', sockets);
    // Warm-up with a tenth: loading and compilation are not a cost of a connection.
    const cost = async (server: Helper) => {
      const ports = [await server.ask<number>('port')];
      await load.ask('connect', { ports, members: members.slice(0, sockets / 10) });
      const before = await memoryOf(server);
      await load.ask('connect', { ports, members });
      const after = await memoryOf(server);
      await load.ask('disconnect');
      return (after - before) / (sockets * 0.9) / 1024;
    };
    const [bare, mine] = [await cost(relay), await cost(ours)];
    return {
      rows: [
        {
          what: `memory of an idle socket (${sockets} of them)`,
          bare: `${bare.toFixed(1)} kB`,
          ours: `${mine.toFixed(1)} kB`,
          ratio: `+ ${(mine - bare).toFixed(1)} kB`,
          goal: `≤ + ${goalKb} kB`,
          isHeld: mine - bare <= goalKb,
        },
      ],
      notes: [
        'Memory: heap and buffers of the server after a collection, before and after the sockets connect.',
      ],
    };
  });
}
