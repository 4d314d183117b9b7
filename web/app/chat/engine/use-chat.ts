import { useSyncExternalStore } from 'react';
import { useSignedIn } from '#session/signed-in';
import { chatOf } from './chat';
import type { ChatEngine } from './chat-engine';
import type { OutboxState } from './outbox';

/** The chat of the signed-in person. */
export function useChat(): ChatEngine {
  const { runtime, user } = useSignedIn();
  return chatOf(runtime, user.userId);
}

/** What is on its way out. */
export function useOutbox({ outbox }: ChatEngine): OutboxState {
  return useSyncExternalStore(outbox.subscribe, outbox.getState);
}
