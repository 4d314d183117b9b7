import { createStore } from '@parlance/client/store';

/** Aid requested in the menu of a conversation. */
export interface AskedAid {
  partnerUserId: string;
  what: 'topics' | 'share';
}

const store = createStore<{ asked: AskedAid | null }>({ asked: null });

export const subscribeAskedAid = store.subscribe;
export const askedAid = (): AskedAid | null => store.get().asked;
export const askForAid = (asked: AskedAid | null): void => store.set({ asked });
