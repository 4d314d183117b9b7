import type { Endpoint } from '@parlance/contract/endpoint';
import { ApiError } from '@parlance/contract/errors';
import type { FastifyRequest } from 'fastify';
import type { UploadedFile } from './serve.ts';

type DeclaredFile = NonNullable<Endpoint['file']>;

interface Parts {
  fields: unknown;
  file: UploadedFile | null;
}

// Part headers and the small fields beside a file.
const overheadBytes = 64 * 1024;

export const bodyMaxBytes = ({ maxBytes }: DeclaredFile): number => maxBytes + overheadBytes;

/** Reads a form. A body of up to twice its limit is read completely, since field errors take precedence over the size error. */
export async function readParts(declared: DeclaredFile, request: FastifyRequest): Promise<Parts> {
  const readMaxBytes = 2 * bodyMaxBytes(declared);
  if (Number(request.headers['content-length'] ?? 0) > readMaxBytes) throw new ApiError('FileTooLarge');
  const tooLarge = Promise.withResolvers<never>();
  let received = 0;
  request.raw.on('data', (chunk: Buffer) => {
    received += chunk.length;
    if (received > readMaxBytes) tooLarge.reject(new ApiError('FileTooLarge'));
  });
  return await Promise.race([readAll(declared, request).catch(refuseParts), tooLarge.promise]);
}

// Parser errors and exceeded part limits are the client's fault.
function refuseParts(error: unknown): never {
  throw error instanceof ApiError ? error : new ApiError('RequestDataInvalid');
}

async function readAll(declared: DeclaredFile, request: FastifyRequest): Promise<Parts> {
  const fields: Record<string, unknown> = {};
  let file: UploadedFile | null = null;
  const limits = { fileSize: declared.maxBytes, files: 1, fields: 20, fieldSize: 10_000, headerPairs: 20 };
  for await (const part of request.parts({ limits })) {
    if (part.type === 'field') {
      if (part.valueTruncated)
        throw new ApiError('RequestDataInvalid', { fields: { [part.fieldname]: 'Too long' } });
      fields[part.fieldname] = part.value;
    } else if (part.fieldname !== declared.field) part.file.resume();
    else {
      const bytes = await part.toBuffer();
      const contentType = part.mimetype;
      file = part.file.truncated ? tooLargeFile(contentType) : { bytes, contentType };
    }
  }
  return { fields, file };
}

// The order of errors is fixed: recipient errors precede file errors.
const tooLargeFile = (contentType: string): UploadedFile => ({
  contentType,
  get bytes(): Buffer {
    throw new ApiError('FileTooLarge');
  },
});
