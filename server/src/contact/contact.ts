export { listCases } from './cases.ts';
export {
  type CaseOutcome,
  type ClosedCase,
  closeCase,
  closeCaseOf,
  countOutcome,
  holdMember,
  measureCases,
} from './holds.ts';
export { reasonWords } from './reason-words.ts';
