import type { PendingCode } from '@parlance/client/login';
import { isPhone } from '@parlance/contract/access';
import { latinDigits } from './latin-digits';

/** A problem and the part of the form it belongs to. */
export interface CodeProblem {
  at: 'address' | 'code' | 'form';
  message: string;
  /** Remaining rate limit of this address. */
  waitMs?: number | undefined;
}

interface SentCode {
  accessVerificationId: string;
  /** The address as typed at that time. */
  address: string;
  resendableAtMs: number;
  /** Whether this is a resend for the address. */
  isAgain: boolean;
}

/** State of requesting and entering a code, shared by every form that proves an address. */
export interface CodeFlow {
  address: string;
  code: string;
  sent: SentCode | null;
  busy: 'sending' | 'resending' | 'confirming' | null;
  problem: CodeProblem | null;
  wait: { address: string; untilMs: number } | null;
}

export type CodeFlowEvent =
  | { type: 'address-typed'; address: string }
  | { type: 'code-typed'; code: string }
  | { type: 'sending' }
  | { type: 'sent'; pending: PendingCode; nowMs: number }
  | { type: 'sending-failed'; problem: CodeProblem; nowMs: number }
  | { type: 'confirming' }
  | { type: 'confirming-failed'; problem: CodeProblem }
  | { type: 'refused'; problem: CodeProblem }
  | { type: 'went-back' };

// A resend is allowed a minute after the last code. The wait is capped at that, because a device clock that is behind would compute a
// longer one from the server's time.
const longestResendWaitMs = 60_000;

/** The initial state, with a known address if there is one. */
export function startOfCodeFlow(address = ''): CodeFlow {
  return { address, code: '', sent: null, busy: null, problem: null, wait: null };
}

/** Strips the spaces, dashes and invisible characters of pasted codes, and writes their digits as 0 to 9. */
export function plainCode(code: string): string {
  return latinDigits(code.replace(/[\s\p{Cf}\p{Pd}]/gu, ''));
}

/** A phone number in digits of 0 to 9; anything else as typed. */
function plainAddress(address: string): string {
  const plain = latinDigits(address);
  return isPhone(plain.trim()) ? plain : address;
}

/** End of the wait of the present address, or null. */
export function waitingUntilMs({ address, wait }: CodeFlow): number | null {
  return wait && wait.address === address.trim() ? wait.untilMs : null;
}

export function nextCodeFlow(flow: CodeFlow, event: CodeFlowEvent): CodeFlow {
  switch (event.type) {
    case 'address-typed':
      return { ...flow, address: plainAddress(event.address), problem: null };
    case 'code-typed':
      return { ...flow, code: plainCode(event.code), problem: null };
    case 'sending':
      return { ...flow, busy: flow.sent ? 'resending' : 'sending', problem: null };
    case 'sent':
      return afterSending(flow, event.pending, event.nowMs);
    case 'sending-failed':
      return afterFailedSending(flow, event.problem, event.nowMs);
    case 'confirming':
      return { ...flow, busy: 'confirming', problem: null };
    case 'confirming-failed':
      return event.problem.at === 'address'
        ? { ...flow, busy: null, problem: event.problem, sent: null, code: '' }
        : { ...flow, busy: null, problem: event.problem };
    case 'refused':
      return { ...flow, problem: event.problem };
    case 'went-back':
      return { ...flow, sent: null, code: '', problem: null };
  }
}

function afterSending(flow: CodeFlow, pending: PendingCode, nowMs: number): CodeFlow {
  const { accessVerificationId, resendableAt } = pending;
  const resendableAtMs = Math.min(resendableAt.getTime(), nowMs + longestResendWaitMs);
  const address = flow.sent?.address ?? flow.address.trim();
  const sent = { accessVerificationId, address, resendableAtMs, isAgain: flow.sent !== null };
  return { ...flow, busy: null, wait: null, sent };
}

function afterFailedSending(flow: CodeFlow, problem: CodeProblem, nowMs: number): CodeFlow {
  const { waitMs } = problem;
  if (!flow.sent) {
    const wait = waitMs === undefined ? null : { address: flow.address.trim(), untilMs: nowMs + waitMs };
    return { ...flow, busy: null, problem, wait };
  }
  // The previous code is still valid; the resend countdown shows the wait.
  if (waitMs !== undefined) {
    return { ...flow, busy: null, sent: { ...flow.sent, resendableAtMs: nowMs + waitMs } };
  }
  return { ...flow, busy: null, problem: { ...problem, at: 'form' } };
}
