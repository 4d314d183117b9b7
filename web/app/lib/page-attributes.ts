/** Page attributes set before the app runs. All but one control visibility in app.css. */
export const pageAttributes = {
  /** On the root: this browser has a stored session. */
  returning: 'data-returning',
  /** On the root: a script of the page failed to load. */
  loadFailed: 'data-load-failed',
  /** A visitors' page, hidden from members. */
  forVisitors: 'data-for-visitors',
  /** Placeholder for members until their session is known. */
  memberOpening: 'data-member-opening',
  /** The navigation while the session is not known. */
  visitorNavigation: 'data-visitor-navigation',
  /** Placeholder of the screen until the router runs. */
  loading: 'data-loading',
  /** Notice that a script failed to load. */
  loadFailure: 'data-load-failure',
  /** A part that only the app can render: the app starts when it comes into view. */
  needsApp: 'data-needs-app',
} as const;
