/** Whether somebody is looking at this page, and when they begin to. */
export interface Attention {
  isHere(): boolean;
  onReturn(listener: () => void): () => void;
}

/** The page is seen and has the focus: what it shows counts as read. */
export const pageAttention: Attention = {
  isHere: () => document.visibilityState === 'visible' && document.hasFocus(),
  onReturn(listener) {
    const look = () => {
      if (pageAttention.isHere()) listener();
    };
    window.addEventListener('focus', look);
    document.addEventListener('visibilitychange', look);
    return () => {
      window.removeEventListener('focus', look);
      document.removeEventListener('visibilitychange', look);
    };
  },
};
