import { ApiError } from '@parlance/contract/errors';
import type { ScheduleSlot } from '@parlance/contract/schedule';
import { afterEach, beforeEach, describe, expect, expectTypeOf, it, vi } from 'vitest';
import { startTinyServer, type TinyServer } from '#test/tiny-server';
import { type Calls, createCalls } from './http.ts';
import { NetworkError, UnexpectedAnswerError } from './network-error.ts';

const userId = '018f0000-0000-7000-8000-000000000001';
const scheduleSlotId = '018f0000-0000-7000-8000-000000000002';
const now = new Date('2026-05-06T07:08:09.000Z');
const slot: ScheduleSlot = {
  scheduleSlotId,
  startsAt: now,
  duration: 30,
  bookedByUserId: null,
  userId,
  createdAt: now,
  updatedAt: now,
};

let server: TinyServer;
let accessToken: string | null;
let calls: Calls;

beforeEach(async () => {
  server = await startTinyServer();
  accessToken = 'token';
  calls = createCalls({ baseUrl: server.baseUrl, getAccessToken: () => accessToken });
});
afterEach(() => server.close());

describe('the token of a call', () => {
  it('is asked for where a call takes one, and needed where it cannot do without', async () => {
    const getAccessToken = vi.fn(() => null);
    const asking = createCalls({ baseUrl: server.baseUrl, getAccessToken });
    await asking.getStaticData().catch(() => undefined);
    expect(getAccessToken).not.toHaveBeenCalled();
    await asking.getProfile({ userId }).catch(() => undefined);
    expect(getAccessToken).toHaveBeenLastCalledWith(false);
    await asking.getUser().catch(() => undefined);
    expect(getAccessToken).toHaveBeenLastCalledWith(true);
  });

  it('is absent without a token source', async () => {
    server.answer('listSlots', () => ({ count: 0, slots: [] }));
    await createCalls({ baseUrl: server.baseUrl }).listSlots({ userId });
    expect(server.received[0]?.token).toBeNull();
  });
});

describe('the calls', () => {
  it('are the same functions at every access, with the first load and later', () => {
    const calls = createCalls({ baseUrl: '' });
    expect(calls.getUser).toBe(calls.getUser);
    expect(calls.listPhrases).toBe(calls.listPhrases);
    expect(calls.listPhrases).not.toBe(calls.createPhrase);
  });

  it('can be awaited as an object without being taken for a promise', async () => {
    const calls = createCalls({ baseUrl: '' });
    expect(await Promise.resolve(calls)).toBe(calls);
  });

  it('reject a name that the contract does not have, and send nothing', async () => {
    const fetch = vi.fn();
    const calls = createCalls({ baseUrl: '', fetch }) as unknown as Record<string, () => Promise<unknown>>;
    await expect(calls.dropTables?.()).rejects.toThrow('no call dropTables');
    expect(fetch).not.toHaveBeenCalled();
  });
});

// Rules: docs/specification/README.md#conventions
describe('requests', () => {
  it('puts a GET payload into the query string and drops undefined values', async () => {
    server.answer('listSlots', () => ({ count: 0, slots: [] }));
    await calls.listSlots({ userId, start: now, limit: 5, offset: undefined });
    const [request] = server.received;
    expect(request?.url).toBe(`/v1/user/${userId}/schedule?limit=5&start=2026-05-06T07%3A08%3A09.000Z`);
    expect(request?.payload).toEqual({ start: now, limit: 5 });
  });

  it('sends every other payload as JSON, without the path parameters', async () => {
    server.answer('setPreference', () => ({}));
    await calls.setPreference({ name: 'a b/c', value: true });
    const [request] = server.received;
    expect(request?.url).toBe('/v1/user/preference/a%20b%2Fc');
    expect(request?.contentType).toBe('application/json');
    expect(request?.wire).toBe('{"value":true}');
  });

  it('sends no body for a call without a payload', async () => {
    server.answer('bookSlot', () => slot);
    await calls.bookSlot({ userId, scheduleSlotId });
    expect(server.received[0]).toMatchObject({ wire: '', contentType: null });
  });

  it('sends the page language with writes, not with reads, and omits an unknown one', async () => {
    server.answer('setPreference', () => ({}));
    server.answer('listSlots', () => ({ count: 0, slots: [] }));
    const spanish = createCalls({ baseUrl: server.baseUrl, language: 'es' });
    await spanish.setPreference({ name: 'a', value: true });
    await spanish.listSlots({ userId });
    await calls.setPreference({ name: 'a', value: true });
    expect(server.received.map(({ language }) => language)).toEqual(['es', '*', '*']);
  });

  it('states the format that it reads with every call that carries a token', async () => {
    server.answer('listSlots', () => ({ count: 0, slots: [] }));
    const signedIn = createCalls({ baseUrl: server.baseUrl, getAccessToken: () => 'token' });
    await signedIn.listSlots({ userId });
    await createCalls({ baseUrl: server.baseUrl }).listSlots({ userId });
    expect(server.received.map(({ format }) => format)).toEqual(['2', null]);
  });

  it('sends a payload with DELETE', async () => {
    server.answer('deleteUser', () => ({}));
    await calls.deleteUser({ token: 'proof' });
    expect(server.received[0]?.payload).toEqual({ token: 'proof' });
  });

  it('sends a file as multipart under its field name with the other values as fields', async () => {
    server.answer('sendVoiceMessage', ({ answerRaw }) => answerRaw(500, ''));
    const audio = new File(['sound'], 'voice.webm', { type: 'audio/webm' });
    await expect(
      calls.sendVoiceMessage({ userId, audio, clientMessageId: scheduleSlotId }),
    ).rejects.toThrow();
    const form = server.received[0]?.wire as FormData;
    const sent = form.get('audio') as File;
    expect([...form.keys()]).toEqual(['clientMessageId', 'audio']);
    expect(form.get('clientMessageId')).toBe(scheduleSlotId);
    expect([sent.name, sent.type, await sent.text()]).toEqual(['voice.webm', 'audio/webm', 'sound']);
  });

  it('takes a plain Blob, and no file where the part is optional', async () => {
    server.answer('updateProfileImage', () => ({}));
    await calls.updateProfileImage({ image: new Blob(['jpeg'], { type: 'image/jpeg' }) });
    await calls.updateProfileImage({});
    await calls.updateProfileImage();
    const parts = server.received.map(({ wire }) => [...(wire as FormData).keys()]);
    expect(parts).toEqual([['image'], [], []]);
  });

  it('refuses a payload that the contract refuses, as the server would, without sending it', async () => {
    const refused = calls.beginAccessVerification({ emailOrPhone: 'nobody', type: 'sign-in' });
    await expect(refused).rejects.toMatchObject({
      code: 1000,
      statusCode: 400,
      fields: { emailOrPhone: 'Please enter a valid email address or phone number' },
    });
    await expect(calls.getProfile({ userId: 'not-a-uuid' })).rejects.toMatchObject({ code: 1000 });
    expect(server.received).toEqual([]);
  });
});

// Rules: docs/specification/access.md#tokens
describe('tokens', () => {
  const answerAll = () => {
    server.answer('getChatStat', () => ({ unreadMessages: 0 }));
    server.answer('searchUsers', () => ({ count: 0, users: [] }));
    server.answer('completeAccessVerification', () => ({ token: 'proof' }));
    server.answer('beginAccessVerification', () => ({
      accessVerificationId: 'id',
      expiresAt: now,
      resendableAt: now,
    }));
  };

  it('carries the bearer token on signed-in calls and, when there is one, on public calls', async () => {
    answerAll();
    await calls.getChatStat();
    await calls.searchUsers({ query: 'ada' });
    accessToken = null;
    await calls.searchUsers();
    expect(server.received.map(({ token }) => token)).toEqual(['token', 'token', null]);
  });

  it('never carries it on entry calls, except a verification that needs a signed-in user', async () => {
    answerAll();
    await calls.completeAccessVerification({ accessVerificationId: 'id', code: '123456' });
    await calls.beginAccessVerification({ emailOrPhone: 'ada@example.org', type: 'sign-in' });
    await calls.beginAccessVerification({ emailOrPhone: 'ada@example.org', type: 'update-email' });
    expect(server.received.map(({ token }) => token)).toEqual([null, null, 'token']);
  });
});

// Rules: docs/specification/errors.md#client-reactions
describe('a refused token', () => {
  const refused = () => {
    throw new ApiError('AccessTokenExpired');
  };
  const hear = vi.fn(async () => 'renewed');
  beforeEach(() => {
    hear.mockClear();
    calls = createCalls({ baseUrl: server.baseUrl, getAccessToken: () => accessToken, onRefused: hear });
  });

  it('is renewed for a single retry', async () => {
    server.answer('getChatStat', refused);
    await expect(calls.getChatStat()).rejects.toMatchObject({ code: 2001 });
    expect(server.received.map(({ token }) => token)).toEqual(['token', 'renewed']);
    const error = expect.objectContaining({ code: 2001 });
    expect(hear.mock.calls).toEqual([
      [error, 'token', false],
      [error, 'renewed', true],
    ]);
  });

  it('concerns only calls that carried one', async () => {
    server.answer('searchUsers', refused);
    server.answer('reauthenticate', refused);
    accessToken = null;
    await expect(calls.searchUsers()).rejects.toMatchObject({ code: 2001 });
    await expect(calls.reauthenticate({ refreshToken: 'x' })).rejects.toMatchObject({ code: 2001 });
    expect(hear).not.toHaveBeenCalled();
  });
});

// Rules: docs/specification/errors.md#error-body
describe('answers', () => {
  it('gives dates as Dates', async () => {
    server.answer('createSlot', () => slot);
    expect(await calls.createSlot({ duration: 30, startsAt: now })).toEqual(slot);
  });

  it('refuses an answer that does not match its expected shape', async () => {
    server.answer('getChatStat', ({ answerRaw }) => answerRaw(200, '{"unreadMessages":"many"}'));
    await expect(calls.getChatStat()).rejects.toThrow(UnexpectedAnswerError);
    server.answer('getChatStat', ({ answerRaw }) => answerRaw(200, '<html>'));
    await expect(calls.getChatStat()).rejects.toThrow(UnexpectedAnswerError);
  });

  it('answers a file as its bytes, and its refusal as an error', async () => {
    server.answer('exportPhrases', ({ payload, answerRaw }) => {
      if (payload.format === 'apkg') throw new ApiError('TooManyRequests');
      return server.count('exportPhrases') === 1 ? new Blob(['a\tb']) : answerRaw(200, 'a page of a proxy');
    });
    expect(await (await calls.exportPhrases({ format: 'tsv' })).text()).toBe('a\tb');
    await expect(calls.exportPhrases({ format: 'apkg' })).rejects.toMatchObject({ code: 6001 });
    await expect(calls.exportPhrases({ format: 'tsv' })).rejects.toThrow(UnexpectedAnswerError);
  });

  it('answers a calendar file as text', async () => {
    server.answer('getAppointmentIcs', () => 'BEGIN:VCALENDAR');
    expect(await calls.getAppointmentIcs({ scheduleSlotId })).toBe('BEGIN:VCALENDAR');
  });

  it('turns an error body into an ApiError with everything that it carried', async () => {
    server.answer('beginAccessVerification', () => {
      throw new ApiError('AccessVerificationBeginRateLimit', {
        timeout: 42,
        fields: { emailOrPhone: 'Wait' },
      });
    });
    const begun = calls.beginAccessVerification({ emailOrPhone: 'ada@example.org', type: 'sign-up' });
    await expect(begun).rejects.toBeInstanceOf(ApiError);
    await expect(begun).rejects.toMatchObject({
      errorName: 'AccessVerificationBeginRateLimit',
      code: 6000,
      statusCode: 429,
      message: 'Please wait before requesting another code.',
      timeout: 42,
      fields: { emailOrPhone: 'Wait' },
    });
  });

  it("says 'Request failed with status' when no JSON body came, or none of ours", async () => {
    server.answer('getChatStat', ({ answerRaw }) => answerRaw(502, '<html>Bad gateway</html>'));
    await expect(calls.getChatStat()).rejects.toThrow('Request failed with status 502');
    server.answer('getChatStat', ({ answerRaw }) => answerRaw(503, '{"oops":true}'));
    await expect(calls.getChatStat()).rejects.toMatchObject({
      name: 'ApiError',
      statusCode: 503,
      message: 'Request failed with status 503',
    });
  });

  it('says that the network failed when no answer came', async () => {
    server.answer('getChatStat', ({ lose }) => lose());
    await expect(calls.getChatStat()).rejects.toThrow(NetworkError);
    const nobody = createCalls({ baseUrl: 'http://127.0.0.1:1' });
    await expect(nobody.getStaticData()).rejects.toThrow('The server could not be reached.');
  });

  it('aborts with the reason of the signal, and treats a timeout as a network error', async () => {
    server.answer('getChatStat', () => new Promise(() => {}));
    const giveUp = new AbortController();
    const waiting = calls.getChatStat(undefined, { signal: giveUp.signal });
    giveUp.abort(new Error('left the page'));
    await expect(waiting).rejects.toThrow('left the page');
    await expect(calls.getChatStat(undefined, { signal: AbortSignal.timeout(20) })).rejects.toThrow(
      NetworkError,
    );
  });

  const { signal } = new AbortController();
  it.each([
    ['the call', undefined],
    ['the call and the page', () => signal],
  ])(
    'treats a server that does not respond as a network error, also with a signal of %s',
    async (_of, until) => {
      server.answer('getChatStat', () => new Promise(() => {}));
      server.answer('updateProfileImage', () => new Promise(() => {}));
      const impatient = createCalls({
        baseUrl: server.baseUrl,
        getAccessToken: () => accessToken,
        timeoutMs: { plain: 20, file: 40 },
        until,
      });
      await expect(impatient.getChatStat()).rejects.toThrow(NetworkError);
      await expect(impatient.getChatStat(undefined, { signal })).rejects.toThrow(NetworkError);
      await expect(impatient.updateProfileImage({ image: new Blob(['x']) })).rejects.toThrow(NetworkError);
    },
  );

  it('waits twenty seconds for an answer, and two minutes where a file is sent', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout');
    server.answer('getChatStat', () => ({ unreadMessages: 0 }));
    server.answer('updateProfileImage', () => ({}));
    await calls.getChatStat();
    await calls.updateProfileImage({ image: new Blob(['x']) });
    expect(timeout.mock.calls).toEqual([[20_000], [120_000]]);
    timeout.mockRestore();
  });
});

describe('upload progress', () => {
  afterEach(() => vi.unstubAllGlobals());

  // The subset of XMLHttpRequest that the client uses, implemented with fetch.
  class BrowserRequest extends EventTarget {
    upload = new EventTarget();
    status = 0;
    responseText = '';
    private readonly headers: Record<string, string> = {};
    private readonly controller = new AbortController();
    private target = '';
    private method = '';
    open(method: string, url: string) {
      this.method = method;
      this.target = url;
    }
    setRequestHeader(name: string, value: string) {
      this.headers[name] = value;
    }
    abort() {
      this.controller.abort();
    }
    send(body: FormData) {
      // A browser that does not know the size says so.
      for (const progress of [
        { lengthComputable: false, loaded: 1, total: 0 },
        { lengthComputable: true, loaded: 0, total: 0 },
        { lengthComputable: true, loaded: 1, total: 4 },
      ]) {
        this.upload.dispatchEvent(Object.assign(new Event('progress'), progress));
      }
      const { method, headers } = this;
      fetch(this.target, { method, headers, body, signal: this.controller.signal })
        .then(async (response) => {
          this.status = response.status;
          this.responseText = await response.text();
          this.dispatchEvent(new Event('load'));
        })
        .catch(() => this.dispatchEvent(new Event(this.controller.signal.aborted ? 'abort' : 'error')))
        .finally(() => this.dispatchEvent(new Event('loadend')));
    }
  }

  const image = new Blob(['jpeg']);

  it('is told by XMLHttpRequest, with the same token and the same answers', async () => {
    vi.stubGlobal('XMLHttpRequest', BrowserRequest);
    server.answer('updateProfileImage', () => ({}));
    const onProgress = vi.fn();
    expect(await calls.updateProfileImage({ image }, { onProgress })).toEqual({});
    expect(onProgress.mock.calls).toEqual([[0.25]]);
    expect(server.received[0]?.token).toBe('token');

    server.answer('updateProfileImage', () => {
      throw new ApiError('FileTooLarge');
    });
    await expect(calls.updateProfileImage({ image }, { onProgress })).rejects.toMatchObject({ code: 5005 });
    server.answer('updateProfileImage', ({ lose }) => lose());
    await expect(calls.updateProfileImage({ image }, { onProgress })).rejects.toThrow(NetworkError);
  });

  it('stops at an AbortSignal', async () => {
    vi.stubGlobal('XMLHttpRequest', BrowserRequest);
    server.answer('updateProfileImage', () => new Promise(() => {}));
    const giveUp = new AbortController();
    const sending = calls.updateProfileImage({ image }, { onProgress: () => {}, signal: giveUp.signal });
    await vi.waitFor(() => expect(server.count('updateProfileImage')).toBe(1));
    giveUp.abort(new Error('cancelled'));
    await expect(sending).rejects.toThrow('cancelled');
    const late = calls.updateProfileImage({ image }, { onProgress: () => {}, signal: giveUp.signal });
    await expect(late).rejects.toThrow('cancelled');
    expect(server.count('updateProfileImage')).toBe(1);
  });
});

describe('types', () => {
  it('derive the argument and the result from the endpoint', () => {
    expectTypeOf<Parameters<Calls['bookSlot']>[0]>().toEqualTypeOf<{
      userId: string;
      scheduleSlotId: string;
    }>();
    expectTypeOf<Parameters<Calls['getUser']>[0]>().toEqualTypeOf<undefined>();
    expectTypeOf<Parameters<Calls['sendVoiceMessage']>[0]>().toExtend<{ userId: string; audio: Blob }>();
    expectTypeOf<Parameters<Calls['searchUsers']>[0]>().toExtend<
      { learning?: boolean | undefined } | undefined
    >();
    expectTypeOf<Awaited<ReturnType<Calls['bookSlot']>>>().toEqualTypeOf<ScheduleSlot>();
    // @ts-expect-error a required file
    expectTypeOf(() => calls.sendVoiceMessage({ userId })).toBeFunction();
    // @ts-expect-error a required argument
    expectTypeOf(() => calls.bookSlot()).toBeFunction();
  });
});
