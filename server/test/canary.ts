/** What nobody but the person may be told; `interests` of others travel as a number only. */
const privateKeys = [
  'email',
  'phone',
  'googleUserId',
  'interests',
  'dailyGoal',
  'preferences',
  'sessions',
  'userSessionId',
  'banReason',
  'isAdmin',
  'updatedAt',
  'localTZOffset',
];
// A message, a slot or a report may say when it changed; only an object that is a person may not.
const isPerson = (value: Record<string, unknown>) =>
  'userId' in value && ('name' in value || 'email' in value);
const anyAddress = /[\w.+-]+@[\w-]+\.[\w.]+|\+\d{10,15}\b/g;

/**
 * Everything in an answer that belongs to somebody else and is private: email addresses and phone numbers anywhere, and
 * private fields of any person but the viewer. An empty list is a good answer.
 */
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
        // A profile may tell how many talks somebody kept, never where they are signed in.
        const isPublic = key === 'sessions' && !Array.isArray(field);
        if (isOther && privateKeys.includes(key) && !isPublic) leaks.push(`${path}.${key} of ${userId}`);
        walk(field, `${path}.${key}`);
      }
    }
  };
  walk(answer, 'answer');
  return leaks;
}
