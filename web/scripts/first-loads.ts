import { readBuiltScripts } from './built-scripts.ts';

/** A page with a limit for its JavaScript, in kB after gzip. */
export interface FirstLoad {
  path: string;
  budgetKb: number;
  route: string;
  /** Scripts that the app fetches by itself before the screen can be shown, by the name of their module. */
  later: string[];
  /** Scripts that it fetches by itself once the screen is there: live messages, popups, the unread number. */
  afterwards: string[];
}

const later = ['session-runtime'];
const live = ['socket', 'chat-presence', 'unread', 'forget-stored'];

export const firstLoads: FirstLoad[] = [
  { path: '/features', budgetKb: 130, route: 'landing/landing', later: [], afterwards: [] },
  { path: '/dashboard', budgetKb: 170, route: 'dashboard/dashboard', later, afterwards: [] },
  { path: '/profile', budgetKb: 170, route: 'profile/profile', later, afterwards: [] },
  { path: '/chat', budgetKb: 190, route: 'chat/conversation', later, afterwards: live },
];

/** Every script of a first visit, by address: what the limit counts, and what comes after that. */
export function scriptsOf(clientFolder: string, page: FirstLoad): { counted: string[]; after: string[] } {
  const scripts = readBuiltScripts(clientFolder);
  const named = (names: string[]) => names.map((name) => scripts.named(name));
  const start = [scripts.manifest, scripts.named('entry.client'), ...scripts.ofRoute(page.route)];
  const counted = scripts.withImports([...start, ...named(page.later)]);
  const after = scripts.withImports(named(page.afterwards)).filter((address) => !counted.includes(address));
  return { counted, after };
}
