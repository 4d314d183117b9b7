import type { Platform } from './platform.ts';

/**
 * Creates in-memory state per running application, on first use. A module variable would be shared by the nodes that a test runs in
 * one process. Only state that a restart can lose belongs here.
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
