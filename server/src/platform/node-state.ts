import type { Platform } from './platform.ts';

/**
 * In-memory state of a slice, one for each running application: created at its first use, released with the application. A module
 * variable would be shared by the nodes that a test runs in one process. Only state that a restart may lose belongs here.
 */
export function nodeState<State, Node extends object = Platform>(
  create: (node: Node) => State,
): (node: Node) => State {
  const states = new WeakMap<Node, State>();
  return (node) => {
    const known = states.get(node);
    if (known !== undefined) return known;
    const state = create(node);
    states.set(node, state);
    return state;
  };
}
