/** Decodes a base64 data URL. The content security policy does not let `fetch` read one. */
export function fileOfDataUrl(dataUrl: string): Blob {
  const [head = '', body = ''] = dataUrl.split(',', 2);
  const type = /^data:([^;]+);base64$/.exec(head)?.[1];
  if (!type) throw new Error('Not a base64 data address');
  return new Blob([Uint8Array.from(atob(body), (character) => character.charCodeAt(0))], { type });
}
