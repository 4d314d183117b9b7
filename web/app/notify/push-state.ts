/** Account, device id, time and endpoint of the registration, with spaces between. Deleted at sign-out like every key of the member. */
export const pushKey = 'parlance.push';

/** Whether the service worker of this device notifies this member; then the open page does not. Every page loads this, the rest on use. */
export const isPushOn = (userId: string): boolean =>
  localStorage.getItem(pushKey)?.startsWith(`${userId} `) === true;
