const boundary = 'fuzz-boundary';

/** How a form ends: as it should, or cut off. */
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
  /** The name of the part with the file. */
  name: string;
  content: Buffer;
  filename?: string;
  ending?: FormEnd;
}

/** A form with fields and a file as it travels. */
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
