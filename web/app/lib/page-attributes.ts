/** Attributes that pages have before the app runs. By all but one, app.css hides and shows parts of the page. */
export const pageAttributes = {
  /** On the root: this browser has a stored session. */
  returning: 'data-returning',
  /** On the root: a script of the page cannot be loaded. */
  loadFailed: 'data-load-failed',
  /** A page for visitors that members must not see. */
  forVisitors: 'data-for-visitors',
  /** What members see in its place until their session is known. */
  memberOpening: 'data-member-opening',
  /** The navigation while the session is not known. */
  visitorNavigation: 'data-visitor-navigation',
  /** What stands in for the screen until the router runs. */
  loading: 'data-loading',
  /** The notice that a script cannot be loaded. */
  loadFailure: 'data-load-failure',
  /** A part that only the app can show: it starts when this comes into view. */
  needsApp: 'data-needs-app',
} as const;
