import type { PendingCode } from '@parlance/client/login';
import { useReducer } from 'react';
import { type CodeFlow, type CodeProblem, nextCodeFlow, startOfCodeFlow } from './code-flow';

export interface ConfirmedCode {
  accessVerificationId: string;
  address: string;
  code: string;
}

export interface CodeFlowOptions {
  address?: string | undefined;
  /** Client-side validation of an address: a message, or null. */
  refusalOf: (address: string) => string | null;
  begin: (address: string) => Promise<PendingCode>;
  /** Runs everything after the code. On success the form is unmounted. */
  confirm: (typed: ConfirmedCode) => Promise<void>;
  problemOf: (error: unknown, step: 'begin' | 'confirm') => CodeProblem;
}

export interface CodeFlowControls {
  flow: CodeFlow;
  typeAddress: (address: string) => void;
  typeCode: (code: string) => void;
  send: () => Promise<void>;
  confirm: () => Promise<void>;
  goBack: () => void;
}

export function useCodeFlow(options: CodeFlowOptions): CodeFlowControls {
  const [flow, tell] = useReducer(nextCodeFlow, options.address, startOfCodeFlow);

  const send = async () => {
    const address = flow.sent?.address ?? flow.address.trim();
    const refusal = options.refusalOf(address);
    if (refusal !== null) return tell({ type: 'refused', problem: { at: 'address', message: refusal } });
    tell({ type: 'sending' });
    try {
      const pending = await options.begin(address);
      tell({ type: 'sent', pending, nowMs: Date.now() });
    } catch (error) {
      tell({ type: 'sending-failed', problem: options.problemOf(error, 'begin'), nowMs: Date.now() });
    }
  };

  const confirm = async () => {
    if (!flow.sent) return;
    const { accessVerificationId, address } = flow.sent;
    tell({ type: 'confirming' });
    try {
      await options.confirm({ accessVerificationId, address, code: flow.code });
    } catch (error) {
      tell({ type: 'confirming-failed', problem: options.problemOf(error, 'confirm') });
    }
  };

  return {
    flow,
    send,
    confirm,
    typeAddress: (address) => tell({ type: 'address-typed', address }),
    typeCode: (code) => tell({ type: 'code-typed', code }),
    goBack: () => tell({ type: 'went-back' }),
  };
}
