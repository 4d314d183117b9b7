/**
 * What the browser keeps beyond a sign-out: settings of the device, which say nothing of a person, and reviews of phrases,
 * which hold no words and are sent at the next visit of whom they are of. Every other key goes, also one that is added later.
 */
export const lastingKeys = {
  callSounds: 'parlance.callSounds',
  callMuteKey: 'parlance.callMuteKey',
  /** The beginning of the key of each review. */
  reviews: 'parlance-review-',
};
