import type { Platform } from './platform.ts';

/**
 * In-memory state of a slice, one for each running application: created at its first use, released with the application. A module
 * variable would be shared by the nodes that a test runs in one process. Only state that a restart may lose belongs here.
 */
export function nodeState<State>(create: (platform: Platform) => State): (platform: Platform) => State {
  const states = new WeakMap<Platform, State>();
  return (platform) => {
    const known = states.get(platform);
    if (known !== undefined) return known;
    const state = create(platform);
    states.set(platform, state);
    return state;
  };
}
