/** Fields visible only to their owner; of the interests of others only none, some or many in common is sent. */
const privateKeys = [
  'email',
  'phone',
  'googleUserId',
  'oidcIssuer',
  'oidcSubject',
  'interests',
  'dailyGoal',
  'preferences',
  'sessions',
  'userSessionId',
  'banReason',
  'isAdmin',
  'updatedAt',
  'localTZOffset',
  'showsBookings',
  'showsActivity',
  'locale',
  'writesToMe',
  'booksMe',
  'pausedUntil',
];
// Messages, slots and reports can contain change times; only person objects cannot.
const isPerson = (value: Record<string, unknown>) =>
  'userId' in value && ('name' in value || 'email' in value);
const anyAddress = /[\w.+-]+@[\w-]+\.[\w.]+|\+\d{10,15}\b/g;

/** Finds private data of others in a response: addresses and numbers anywhere, and private fields of anyone but the viewer. */
export function leaksIn(answer: unknown, viewer: { userId: string; address: string } | null): string[] {
  const leaks: string[] = [];
  const walk = (value: unknown, path: string): void => {
    if (typeof value === 'string') {
      for (const [address] of value.matchAll(anyAddress)) {
        if (address !== viewer?.address) leaks.push(`${path}: ${address}`);
      }
    } else if (Array.isArray(value)) {
      for (const [place, item] of value.entries()) walk(item, `${path}[${place}]`);
    } else if (value instanceof Object && !(value instanceof Date)) {
      const fields = value as Record<string, unknown>;
      const { userId } = fields;
      const isOther = isPerson(fields) && userId !== viewer?.userId;
      for (const [key, field] of Object.entries(fields)) {
        // A profile can contain the number of kept sessions, but not the list of sign-in sessions.
        const isPublic = key === 'sessions' && !Array.isArray(field);
        if (isOther && privateKeys.includes(key) && !isPublic) leaks.push(`${path}.${key} of ${userId}`);
        walk(field, `${path}.${key}`);
      }
    }
  };
  walk(answer, 'answer');
  return leaks;
}
