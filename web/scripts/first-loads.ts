import { readBuiltScripts } from './built-scripts.ts';

/** A page with a limit for its JavaScript, in kB after gzip. */
export interface FirstLoad {
  path: string;
  budgetKb: number;
  route: string;
  /** Modules that the app loads by itself before the screen can be shown. */
  later: string[];
  /** Modules that it loads by itself after the screen is shown: live messages, popups, the unread number. */
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

/** Scripts of a first visit, by address: those within the limit, and those loaded afterwards. */
export function scriptsOf(clientFolder: string, page: FirstLoad): { counted: string[]; after: string[] } {
  const scripts = readBuiltScripts(clientFolder);
  const named = (names: string[]) => names.map((name) => scripts.named(name));
  const start = [scripts.manifest, scripts.named('entry.client'), ...scripts.ofRoute(page.route)];
  const counted = scripts.withImports([...start, ...named(page.later)]);
  const after = scripts.withImports(named(page.afterwards)).filter((address) => !counted.includes(address));
  return { counted, after };
}
