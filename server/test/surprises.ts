import { format } from 'node:util';

const surprises: string[] = [];

// What nobody expected fails the test it happened in, instead of scrolling by.
for (const method of ['error', 'warn'] as const) {
  console[method] = (...args: unknown[]) => void surprises.push(`console.${method}: ${format(...args)}`);
}
process.on('warning', (warning) => surprises.push(`warning: ${warning.stack}`));
process.on('unhandledRejection', (reason) => surprises.push(`unhandled rejection: ${format(reason)}`));

/** What happened since the last look. */
export const takeSurprises = () => surprises.splice(0);
