const decodeSegment = (segment: string): unknown => {
  const base64 = segment.replaceAll('-', '+').replaceAll('_', '/');
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  return JSON.parse(new TextDecoder().decode(bytes));
};

/** Reads the session id of a refresh token without verifying the signature; null for any other text. */
export const userSessionIdOf = (refreshToken: string | null): string | null => {
  try {
    const claims = decodeSegment(refreshToken?.split('.')[1] ?? '');
    const { userSessionId } = claims as { userSessionId?: unknown };
    return typeof userSessionId === 'string' ? userSessionId : null;
  } catch {
    return null;
  }
};
