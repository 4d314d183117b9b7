import { describe, expect, test } from 'vitest';
import {
  type CodeFlow,
  type CodeFlowEvent,
  nextCodeFlow,
  plainCode,
  startOfCodeFlow,
  waitingUntilMs,
} from './code-flow';

const nowMs = Date.UTC(2026, 5, 4, 20);
const pending = (accessVerificationId: string, resendableInMs = 60_000) => ({
  accessVerificationId,
  expiresAt: new Date(nowMs + 600_000),
  resendableAt: new Date(nowMs + resendableInMs),
});
const flowAfter = (...events: CodeFlowEvent[]): CodeFlow => events.reduce(nextCodeFlow, startOfCodeFlow());

const typed: CodeFlowEvent = { type: 'address-typed', address: ' ana@example.org ' };
const sending: CodeFlowEvent = { type: 'sending' };
const sent: CodeFlowEvent = { type: 'sent', pending: pending('first'), nowMs };
const code: CodeFlowEvent = { type: 'code-typed', code: '123 456' };
const confirming: CodeFlowEvent = { type: 'confirming' };

// Rules: docs/specification/access.md#login-flow
describe('asking for a code', () => {
  test('it begins with nothing typed, sent, under way or wrong', () => {
    const nothing = { code: '', sent: null, busy: null, problem: null, wait: null };
    expect(startOfCodeFlow()).toEqual({ ...nothing, address: '' });
    expect(startOfCodeFlow('ana@example.org')).toEqual({ ...nothing, address: 'ana@example.org' });
  });

  test('what is under way shows', () => {
    expect(flowAfter(typed, sending).busy).toBe('sending');
    expect(flowAfter(typed, sending, sent, code, confirming).busy).toBe('confirming');
  });

  test('a sent code is confirmed for the trimmed address it was sent to', () => {
    const flow = flowAfter(typed, sending, sent);
    expect(flow.busy).toBeNull();
    expect(flow.sent).toEqual({
      accessVerificationId: 'first',
      address: 'ana@example.org',
      resendableAtMs: nowMs + 60_000,
      isAgain: false,
    });
  });

  test('Back discards the code and returns to the address, which stays', () => {
    const flow = flowAfter(typed, sending, sent, code, { type: 'went-back' });
    expect(flow).toEqual({ ...startOfCodeFlow(), address: ' ana@example.org ' });
  });

  test('a code sent again keeps what was typed and is confirmed instead of the first', () => {
    const again: CodeFlowEvent = { type: 'sent', pending: pending('second'), nowMs };
    expect(flowAfter(typed, sending, sent, code, sending).busy).toBe('resending');
    const flow = flowAfter(typed, sending, sent, code, sending, again);
    expect(flow.sent).toMatchObject({ accessVerificationId: 'second', isAgain: true });
    expect(flow.code).toBe('123456');
  });

  test('a device whose clock is an hour behind waits a minute, not an hour', () => {
    const late: CodeFlowEvent = { type: 'sent', pending: pending('first', 3_660_000), nowMs };
    expect(flowAfter(typed, sending, late).sent?.resendableAtMs).toBe(nowMs + 60_000);
  });
});

test('a phone number of any keyboard is written in digits of 0 to 9; an email address stays as typed', () => {
  const addressAfter = (address: string) => flowAfter({ type: 'address-typed', address }).address;
  expect(addressAfter('+٢٠١٠٠١٢٣٤٥٦٧')).toBe('+201001234567');
  expect(addressAfter('منى٢٠@example.org')).toBe('منى٢٠@example.org');
});

describe('what goes wrong', () => {
  const tooSoon = { at: 'address', message: 'Please wait.', waitMs: 42_000 } as const;

  test('a failed request keeps the address and says why beside it', () => {
    const problem = { at: 'address', message: 'The email is invalid.' } as const;
    const flow = flowAfter(typed, sending, { type: 'sending-failed', problem, nowMs });
    expect(flow).toMatchObject({ address: ' ana@example.org ', busy: null, sent: null, problem });
    expect(waitingUntilMs(flow)).toBeNull();
    const refused = flowAfter(typed, { type: 'refused', problem });
    expect(refused).toMatchObject({ address: ' ana@example.org ', problem });
    expect(nextCodeFlow(refused, typed).problem).toBeNull();
  });

  test('a rate limit holds back this address and no other', () => {
    const limited = flowAfter(typed, sending, { type: 'sending-failed', problem: tooSoon, nowMs });
    expect(waitingUntilMs(limited)).toBe(nowMs + 42_000);
    const other = nextCodeFlow(limited, { type: 'address-typed', address: 'ben@example.org' });
    expect(waitingUntilMs(other)).toBeNull();
    expect(waitingUntilMs(nextCodeFlow(other, typed))).toBe(nowMs + 42_000);
  });

  test('a rate limit on sending again only lengthens the countdown', () => {
    const flow = flowAfter(typed, sending, sent, sending, {
      type: 'sending-failed',
      problem: tooSoon,
      nowMs,
    });
    expect(flow.problem).toBeNull();
    expect(flow.sent).toMatchObject({ accessVerificationId: 'first', resendableAtMs: nowMs + 42_000 });
  });

  test('any other failure to send again leaves the first code usable', () => {
    const problem = { at: 'address', message: 'No connection.' } as const;
    const flow = flowAfter(typed, sending, sent, sending, { type: 'sending-failed', problem, nowMs });
    expect(flow.sent?.accessVerificationId).toBe('first');
    expect(flow.problem).toEqual({ at: 'form', message: 'No connection.' });
  });

  test('a wrong code stays in its field, and typing takes the error away', () => {
    const problem = { at: 'code', message: 'Not correct.' } as const;
    const wrong = flowAfter(typed, sending, sent, code, confirming, { type: 'confirming-failed', problem });
    expect(wrong).toMatchObject({ code: '123456', busy: null, problem });
    expect(nextCodeFlow(wrong, { type: 'code-typed', code: '1' }).problem).toBeNull();
  });

  test('an address that cannot be used after all leads back to it', () => {
    const problem = { at: 'address', message: 'Taken.' } as const;
    const flow = flowAfter(typed, sending, sent, code, confirming, { type: 'confirming-failed', problem });
    expect(flow).toMatchObject({ sent: null, code: '', problem, address: ' ana@example.org ' });
  });
});

test.each([
  ['123 456', '123456'],
  [' 12\u00a034\t56\n', '123456'],
  ['123-456', '123456'],
  ['\u200b123\u2009456\u202c', '123456'],
  ['٠٥٨٥١٦', '058516'],
  ['۱۲۳ ۴۵۶', '123456'],
  ['１２３-７８９', '123789'],
  ['12a', '12a'],
])('the pasted code %j becomes %s', (pasted, kept) => {
  expect(plainCode(pasted)).toBe(kept);
});
