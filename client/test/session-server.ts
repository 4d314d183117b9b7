import { randomUUID } from 'node:crypto';
import type { User } from '@parlance/contract/account';
import { ApiError, type ErrorName } from '@parlance/contract/errors';
import type { FullProfile } from '@parlance/contract/people';
import type { StaticData } from '@parlance/contract/static-data';
import { type Received, startTinyServer, type TinyServer } from './tiny-server.ts';

const createdAt = new Date('2026-01-02T03:04:05.000Z');

export const userOf = (userId: string): User => ({
  createdAt,
  updatedAt: createdAt,
  dailyGoal: 'medium',
  description: 'Likes tea',
  email: 'ada@example.org',
  googleUserId: null,
  interests: [],
  name: 'Ada',
  phone: null,
  profileImageUrl: null,
  userId,
});

export const profileOf = (userId: string): FullProfile => ({
  createdAt,
  description: 'Likes tea',
  name: 'Ada',
  profileImageUrl: null,
  userId,
  languages: [],
});

export const staticData: StaticData = {
  languages: [],
  interests: [],
  dailyGoals: [],
  slotDurations: [15],
  limits: {},
  version: '1',
};

const jwtLike = (claims: object): string =>
  `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.${randomUUID()}`;

interface SessionRow {
  userSessionId: string;
  userId: string;
  current: string;
  predecessor: string | null;
  accessTokens: Set<string>;
  ended: boolean;
}

/** A tiny server with real rotation: the previous token returns the same successor, any older one ends the session. */
export interface SessionServer extends TinyServer {
  issue(userId?: string): {
    accessToken: string;
    refreshToken: string;
    userSessionId: string;
    userId: string;
  };
  /** Expires every access token issued so far. */
  expireAccessTokens(): void;
  /** Makes every authenticated call fail with this error; null restores normal service. */
  refuseWith(error: ErrorName | null): void;
  endSession(userSessionId: string): void;
  sessionCount(): number;
  /** The session of a request; throws the 401 errors. */
  authenticate(request: Pick<Received, 'token'>): SessionRow;
}

export const startSessionServer = async (): Promise<SessionServer> => {
  const tiny = await startTinyServer();
  const rows: SessionRow[] = [];
  let expired = new Set<string>();
  let refusal: ErrorName | null = null;

  const renew = (row: SessionRow) => {
    const accessToken = `access-${randomUUID()}`;
    row.accessTokens.add(accessToken);
    return accessToken;
  };
  const newRefreshToken = (userSessionId: string) => jwtLike({ userSessionId, jti: randomUUID() });

  const authenticate: SessionServer['authenticate'] = ({ token }) => {
    if (refusal !== null) throw new ApiError(refusal);
    if (token === null) throw new ApiError('NotSignedIn');
    const row = rows.find(({ accessTokens }) => accessTokens.has(token));
    if (row === undefined) throw new ApiError('AccessTokenInvalid');
    if (expired.has(token)) throw new ApiError('AccessTokenExpired');
    if (row.ended) throw new ApiError('SessionInvalid');
    return row;
  };

  const issue: SessionServer['issue'] = (userId = randomUUID()) => {
    const userSessionId = randomUUID();
    const current = newRefreshToken(userSessionId);
    const row: SessionRow = {
      userSessionId,
      userId,
      current,
      predecessor: null,
      accessTokens: new Set(),
      ended: false,
    };
    rows.push(row);
    return { accessToken: renew(row), refreshToken: current, userSessionId, userId };
  };

  tiny.answer('getStaticData', () => staticData);
  tiny.answer('getUser', (request) => userOf(authenticate(request).userId));
  tiny.answer('getOwnProfile', (request) => profileOf(authenticate(request).userId));
  tiny.answer('getChatStat', (request) => {
    authenticate(request);
    return { unreadMessages: 3 };
  });
  tiny.answer('endSession', (request) => {
    const row = authenticate(request);
    if (row.userSessionId !== request.params.userSessionId) throw new ApiError('ResourceNotFound');
    row.ended = true;
    return {};
  });
  tiny.answer('reauthenticate', ({ payload }) => {
    const sent = payload.refreshToken as string;
    const [, middle = ''] = sent.split('.');
    const { userSessionId } = JSON.parse(Buffer.from(middle, 'base64url').toString()) as {
      userSessionId: string;
    };
    const row = rows.find((candidate) => candidate.userSessionId === userSessionId);
    if (row?.ended) throw new ApiError('SessionInvalid');
    if (row === undefined || (sent !== row.current && sent !== row.predecessor)) {
      if (row) row.ended = true;
      throw new ApiError('RefreshTokenInvalid');
    }
    if (sent === row.current) {
      row.predecessor = sent;
      row.current = newRefreshToken(userSessionId);
    }
    return { accessToken: renew(row), refreshToken: row.current };
  });

  return {
    ...tiny,
    issue,
    authenticate,
    expireAccessTokens() {
      expired = new Set(rows.flatMap(({ accessTokens }) => [...accessTokens]));
    },
    refuseWith(error) {
      refusal = error;
    },
    endSession(userSessionId) {
      const row = rows.find((candidate) => candidate.userSessionId === userSessionId);
      if (row) row.ended = true;
    },
    sessionCount: () => rows.filter(({ ended }) => !ended).length,
  };
};
