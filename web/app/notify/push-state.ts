/** Apart from the rest of push, which is loaded on use: every page reads it. Deleted at sign-out like every key of the member. */
const storageKey = 'parlance.push';

/** The registration of this device. */
export interface Registered {
  userId: string;
  pushDeviceId: string;
  atMs: number;
  endpoint: string;
}

export function registered(): Registered | null {
  const [userId, pushDeviceId, atMs, endpoint = ''] = localStorage.getItem(storageKey)?.split(' ') ?? [];
  return userId && pushDeviceId ? { userId, pushDeviceId, atMs: Number(atMs), endpoint } : null;
}

/** Whether the service worker of this device notifies this member; then the open page does not. */
export const isPushOn = (userId: string): boolean => registered()?.userId === userId;

export function keepRegistered({ userId, pushDeviceId, atMs, endpoint }: Registered): void {
  localStorage.setItem(storageKey, `${userId} ${pushDeviceId} ${atMs} ${endpoint}`);
}

export const forgetRegistered = (): void => localStorage.removeItem(storageKey);
