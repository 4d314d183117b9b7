import { once } from 'node:events';
import { createServer } from 'node:net';
import { StartupError } from './startup-error.ts';

interface Address {
  host: string;
  port: number;
}

/** Checks that the address is free before anything is opened, so that a conflict is reported without waiting for the database. */
export async function checkAddressFree({ host, port }: Address): Promise<void> {
  const probe = createServer();
  try {
    await once(probe.listen({ host, port }), 'listening');
  } catch (error) {
    throw explainAddress(error, { host, port });
  }
  await once(probe.close(), 'close');
}

function explainAddress(error: unknown, { host, port }: Address): unknown {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return new StartupError(
        `Port ${port} is taken, perhaps by a Parlance that runs already.\n` +
          `Stop what has it, or choose another one: PORT=${port + 1} npm start`,
      );
    case 'EACCES':
      return new StartupError(`Port ${port} is not for this user. Choose one above 1023 with PORT.`);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new StartupError(`HOST=${host} is no address of this machine.`);
    default:
      return error;
  }
}
