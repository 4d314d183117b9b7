const boundary = 'fuzz-boundary';

/** Form endings: valid and truncated. */
export const formEnds = [
  `\r\n--${boundary}--\r\n`,
  `\r\n--${boundary}--`,
  '\r\n',
  '',
  `\r\n--${boundary}`,
] as const;
export type FormEnd = (typeof formEnds)[number];

interface Form {
  fields: Record<string, unknown>;
  name: string;
  content: Buffer;
  filename?: string;
  ending?: FormEnd;
}

export function formBody({
  fields,
  name,
  content,
  filename = '; filename="a.bin"',
  ending = formEnds[0],
}: Form) {
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: Buffer.concat([
      ...Object.entries(fields).map(([key, value]) =>
        Buffer.from(
          `--${boundary}\r\nContent-Disposition: form-data; name="${key}"\r\n\r\n${String(value)}\r\n`,
        ),
      ),
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"${filename}\r\n\r\n`),
      content,
      Buffer.from(ending),
    ]),
  };
}
