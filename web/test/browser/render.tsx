import { refreshTokenKey } from '@parlance/client/token-storage';
import type { User } from '@parlance/contract/account';
import type { FullProfile } from '@parlance/contract/people';
import type { StaticData } from '@parlance/contract/static-data';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { queryClient } from '#lib/query-client';
import { type Session, SessionContext, type SessionState } from '#session/session-context';
import { type SessionRuntime, startSession } from '#session/session-runtime';
import { ToastRegion } from '#ui/toast-region';
import { server } from './network';

export const ownUserId = '00000000-0000-7000-8000-00000000000a';
export const createdAt = new Date('2026-01-02T03:04:05.000Z');

export const ownUser: User = {
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
  userId: ownUserId,
};

const staticData: StaticData = {
  languages: [],
  interests: [],
  dailyGoals: [],
  slotDurations: [15, 30, 60],
  limits: {},
  version: '1',
};

interface RenderOptions {
  /** Address of the screen, `/` by default. */
  at?: string;
  user?: Partial<User>;
  profile?: Partial<FullProfile>;
  staticData?: Partial<StaticData>;
  /** Nobody is signed in. */
  isVisitor?: boolean;
}

let root: Root | null = null;
let runtime: SessionRuntime | null = null;

/** Tokens of a new session, as the server issues them. */
export const tokens = () => {
  const claims = btoa(JSON.stringify({ userSessionId: ownUserId, jti: crypto.randomUUID() }));
  return { accessToken: crypto.randomUUID(), refreshToken: `e30.${claims}.signature` };
};

function WithSession({ isVisitor, children }: { isVisitor: boolean; children: ReactNode }) {
  const [state, setState] = useState<SessionState | null>(null);
  const [started, setStarted] = useState<SessionRuntime | null>(null);
  useEffect(() => {
    runtime = startSession(setState);
    setStarted(runtime);
  }, []);
  if (!started || !(isVisitor ? state?.staticData && !state.loading : state?.user)) return null;
  const session = { ...state, runtime: started } as Session;
  return <SessionContext value={session}>{children}</SessionContext>;
}

/** Shows a screen to a signed-in member, or to a visitor, with the real client, router, query cache and toasts. */
export function render(screen: ReactNode, options: RenderOptions = {}) {
  const { at = '/', user, profile, isVisitor = false } = options;
  const member = { ...ownUser, ...user };
  const { name, description, userId, profileImageUrl } = member;
  server.answer('getStaticData', () => ({ ...staticData, ...options.staticData }));
  server.answer('reauthenticate', tokens);
  server.answer('getUser', () => member);
  server.answer('getOwnProfile', () => ({
    createdAt,
    name,
    description,
    userId,
    profileImageUrl,
    languages: [],
    ...profile,
  }));
  if (!isVisitor) localStorage.setItem(refreshTokenKey, tokens().refreshToken);
  const container = document.body.appendChild(document.createElement('div'));
  const router = createMemoryRouter(
    [
      {
        path: '*',
        element: (
          <QueryClientProvider client={queryClient}>
            <WithSession isVisitor={isVisitor}>{screen}</WithSession>
            <ToastRegion />
          </QueryClientProvider>
        ),
      },
    ],
    { initialEntries: [at] },
  );
  root = createRoot(container);
  root.render(<RouterProvider router={router} />);
  return { router };
}

/** Removes the screen, as leaving it would. */
export function leave(): void {
  root?.unmount();
  root = null;
}

/** Ends everything that a test has left running. */
export function cleanUp(): void {
  leave();
  runtime?.close();
  runtime = null;
  queryClient.clear();
  localStorage.clear();
  sessionStorage.clear();
  document.body.replaceChildren();
}
