/**
 * Keys that survive a sign-out: device settings without personal data, and phrase reviews, which contain no text and are sent at the
 * member's next visit. Every other key is deleted, including ones added later.
 */
export const lastingKeys = {
  appearance: 'parlance.appearance',
  callSounds: 'parlance.callSounds',
  callMuteKey: 'parlance.callMuteKey',
  passkeyOffer: 'parlance.passkeyOffer',
  /** Key prefix of each review. */
  reviews: 'parlance-review-',
};
