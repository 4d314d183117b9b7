import { errorBody } from '@parlance/contract/errors';
import { fill } from '@parlance/contract/message';
import { io } from 'socket.io-client';
import { describe, expect, test, vi } from 'vitest';
import { afterTest } from '#test/after-test';
import { startCommunity } from '#test/personas';

const unknownId = '0197f0c0-0000-7000-8000-000000000000';
const tooLong = {
  field: 'content',
  message: 'Must have at most 4000 characters',
  key: 'Must have at most {max} characters',
  values: { max: 4000 },
};
const noUuid = { field: 'userId', message: 'Must be a uuid', key: 'Must be a uuid' };

describe('a key and values beside the message', () => {
  test('over HTTP: of a row of the table, of a rule, and of each refused field in order', async () => {
    const { signUp } = await startCommunity();
    const ana = await signUp('ana@example.org', { name: 'Ana', description: 'Hello' });
    const send = async (path: string, body: object) =>
      errorBody.parse(await (await ana.send('POST', path, body)).json());
    expect(await send(`/v1/chat/dm/${unknownId}`, { content: 'x' })).toEqual({
      code: 4002,
      statusCode: 404,
      message: 'User not found.',
      key: 'User not found.',
    });
    expect(await send(`/v1/chat/dm/${ana.userId}`, { content: 'x' })).toMatchObject({
      code: 3000,
      message: 'You cannot write to yourself.',
      key: 'You cannot write to yourself.',
    });
    expect(await send('/v1/user/schedule', { duration: 20, startsAt: 'noon' })).toEqual({
      code: 1000,
      statusCode: 400,
      message: 'The request data is invalid.',
      key: 'The request data is invalid.',
      fields: {
        duration: 'Must be 15, 30, 45 or 60 minutes',
        startsAt: 'Must be a date with a time and an offset',
      },
      problems: [
        {
          field: 'duration',
          message: 'Must be 15, 30, 45 or 60 minutes',
          key: 'Must be {first}, {second}, {third} or {fourth} minutes',
          values: { first: 15, second: 30, third: 45, fourth: 60 },
        },
        {
          field: 'startsAt',
          message: 'Must be a date with a time and an offset',
          key: 'Must be a date with a time and an offset',
        },
      ],
    });
    const late = await send('/v1/user/schedule', { duration: 15, startsAt: '2090-01-01T00:00:00Z' });
    expect(late.fields).toEqual({ startsAt: 'Must be within 365 days' });
    expect(late.problems).toEqual([
      {
        field: 'startsAt',
        message: 'Must be within 365 days',
        key: 'Must be within {days} days',
        values: { days: 365 },
      },
    ]);
    const { problems = [] } = await send('/v1/chat/dm/me', { content: 'x'.repeat(4001) });
    expect(problems).toEqual([noUuid, tooLong]);
    for (const { message, key, values = {} } of problems) expect(fill(key, values)).toBe(message);
  });

  test('over the socket: in the acknowledgement, in the event of the error and in a refused connection', async () => {
    const { signUp, url } = await startCommunity();
    const ana = await signUp('ana@example.org', { name: 'Ana', description: 'Hello' });
    const open = (token: string) => {
      const socket = io(url, { auth: { token }, transports: ['websocket'], reconnection: false });
      afterTest(async () => void socket.disconnect());
      return socket;
    };
    const socket = open(ana.tokens.accessToken);
    const heard: unknown[] = [];
    socket.on('chat:message:error', (body) => heard.push(body));
    const sent = { userId: 'me', content: 'x'.repeat(4001) };
    const { error } = await socket.emitWithAck('chat:message', sent);
    expect(error).toEqual({
      code: 1000,
      statusCode: 400,
      message: 'The request data is invalid.',
      key: 'The request data is invalid.',
      fields: { userId: noUuid.message, content: tooLong.message },
      problems: [noUuid, tooLong],
    });
    await vi.waitFor(() => expect(heard).toEqual([error]));
    const refused = await new Promise<{ data?: unknown }>((resolve) => {
      open('').on('connect_error', resolve);
    });
    expect(refused.data).toMatchObject({ message: 'You are not signed in.', key: 'You are not signed in.' });
  });
});
