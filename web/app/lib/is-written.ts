/** Whether a page is just being written, at build time or by the server, where nobody knows the viewer's clock. */
export const isWritten = typeof document === 'undefined';
