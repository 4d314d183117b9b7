import { ApiError } from '@parlance/contract/errors';
import { moderationActions, type Report, reportStatuses } from '@parlance/contract/moderation';
import { expect, test } from 'vitest';
import { sampleMessage } from '#test/chat-samples';
import { forgottenWords } from '#test/forgotten-words';
import { LoadFailed } from './loading-states';
import { NotAllowed } from './not-allowed';
import { PersonHistory } from './person-history';
import { PersonLink } from './person-link';
import { PersonSummary } from './person-summary';
import { ReportRow } from './report-row';
import { ReportedMessages } from './reported-messages';
import { StatusBadge } from './status-badge';

// Names and messages are digits, so that all letters come from the interface.
const at = new Date(2030, 2, 5, 9, 0);
const profile = {
  userId: '1',
  name: '77',
  description: '1',
  profileImageUrl: null,
  timeZone: 'UTC',
  createdAt: at,
};
const report: Report = {
  reportId: '1',
  status: 'open',
  reason: 'spam',
  text: null,
  createdAt: at,
  reporter: null,
  reported: null,
  message: sampleMessage(1, { content: '1' }),
  context: [],
  reportCount: 2,
};
const act = {
  auditId: '1',
  createdAt: at,
  action: 'warn' as const,
  userId: '1',
  reason: null,
  adminUserId: '2',
};

test('moderation says everything in the language of the reader', () => {
  const person = {
    profile,
    lastActiveAt: null,
    bannedAt: null,
    bannedFor: null,
    isProtected: true,
    canBeMailed: true,
    reportCount: 0,
    reportsMade: 3,
    reports: reportStatuses.map((status) => ({ reportId: status, status, reason: null, createdAt: at })),
    acts: [
      ...moderationActions.map((action) => ({ ...act, auditId: action, action, admin: profile })),
      { ...act, auditId: 'left', admin: null },
      { ...act, auditId: 'operator', adminUserId: null },
    ],
  };
  const fresh = async () => null;
  expect(
    forgottenWords(() => (
      <>
        <NotAllowed />
        <LoadFailed error={new ApiError('ResourceNotFound')} failed="1" onRetry={() => undefined} />
        <LoadFailed error={new Error('500')} failed="1" onRetry={() => undefined} />
        <PersonLink person={null} />
        <PersonSummary person={person} />
        <PersonHistory person={person} currentReportId="open" />
        <PersonHistory person={{ ...person, reports: [], acts: [] }} />
        <ReportRow report={report} />
        <ReportRow report={{ ...report, message: sampleMessage(1, { content: null }), reporter: profile }} />
        <ReportedMessages report={report} fresh={fresh} />
        <ReportedMessages report={{ ...report, reporter: profile }} fresh={fresh} />
        {reportStatuses.map((status) => (
          <StatusBadge key={status} status={status} />
        ))}
      </>
    )),
  ).toEqual([]);
});
