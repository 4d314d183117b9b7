import { ApiError } from '@parlance/contract/errors';
import { serveProcessPool } from '#platform/process-pool-entry';

// Executes harmful commands on request.
serveProcessPool(async (bytes) => {
  const order = Buffer.from(bytes).toString();
  if (order === 'refuse') throw new ApiError('FileTooLarge', { message: 'Not this one.' });
  if (order === 'stumble') throw new Error('a parser lost its way');
  if (order === 'die') process.abort();
  const eaten: unknown[] = [];
  while (order === 'eat') eaten.push({ nth: eaten.length });
  for (;;) if (order !== 'loop') break;
  if (order === 'wait') await new Promise((resolve) => setTimeout(resolve, 1000));
  if (order === 'wait for ever') await new Promise(() => {});
  return { order, pid: process.pid, env: Object.keys(process.env) };
});
