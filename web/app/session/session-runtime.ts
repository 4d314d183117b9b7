import type { StaticData } from '@parlance/contract/static-data';
import type { SessionState } from './session-context';

export interface SessionRuntime {
  /** Loads the static data again. */
  refresh: () => Promise<void>;
}

/** Loads the static data; signing in comes with the API client. */
export function startSession(onState: (state: SessionState) => void): SessionRuntime {
  const signedOut: SessionState = {
    loading: false,
    user: null,
    profile: null,
    staticData: null,
    error: null,
  };
  const refresh = async () => {
    try {
      const response = await fetch('/v1/data');
      if (!response.ok) throw new Error(`Request failed with status ${response.status}`);
      onState({ ...signedOut, staticData: (await response.json()) as StaticData });
    } catch (error) {
      onState({ ...signedOut, error });
    }
  };
  void refresh();
  return { refresh };
}
