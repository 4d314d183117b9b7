import { format } from 'node:util';

const surprises: string[] = [];

// Unexpected console output fails the running test.
for (const method of ['error', 'warn'] as const) {
  console[method] = (...args: unknown[]) => void surprises.push(`console.${method}: ${format(...args)}`);
}
process.on('warning', (warning) => surprises.push(`warning: ${warning.stack}`));
process.on('unhandledRejection', (reason) => surprises.push(`unhandled rejection: ${format(reason)}`));

/** Returns and clears the recorded output. */
export const takeSurprises = () => surprises.splice(0);
