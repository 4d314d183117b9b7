import type { PendingCode } from '@parlance/client/login';

/** What is wrong, and beside which part of the form it is said. */
export interface CodeProblem {
  at: 'address' | 'code' | 'form';
  message: string;
  /** How long asking again for this address is useless. */
  waitMs?: number | undefined;
}

interface SentCode {
  accessVerificationId: string;
  /** The address as it was typed then. */
  address: string;
  resendableAtMs: number;
  /** Not the first one for this address. */
  isAgain: boolean;
}

/** Asking for a code and typing it in: the same wherever an address has to be proved. */
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

// By the product's rule another code may be asked for a minute after the last. A device whose clock is behind would
// read a longer wait into the server's time.
const longestResendWaitMs = 60_000;

/** The flow at its beginning; an address that is known already can be given. */
export function startOfCodeFlow(address = ''): CodeFlow {
  return { address, code: '', sent: null, busy: null, problem: null, wait: null };
}

/** A code as it is sent: people paste it with spaces, dashes and invisible marks of their mail program. */
export function withoutSeparators(code: string): string {
  return code.replace(/[\s\p{Cf}\p{Pd}]/gu, '');
}

/** Until when the present address has to wait, or null. */
export function waitingUntilMs({ address, wait }: CodeFlow): number | null {
  return wait && wait.address === address.trim() ? wait.untilMs : null;
}

export function nextCodeFlow(flow: CodeFlow, event: CodeFlowEvent): CodeFlow {
  switch (event.type) {
    case 'address-typed':
      return { ...flow, address: event.address, problem: null };
    case 'code-typed':
      return { ...flow, code: withoutSeparators(event.code), problem: null };
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
  // The code that was sent before is still good; the countdown of the next one tells the wait.
  if (waitMs !== undefined) {
    return { ...flow, busy: null, sent: { ...flow.sent, resendableAtMs: nowMs + waitMs } };
  }
  return { ...flow, busy: null, problem: { ...problem, at: 'form' } };
}
