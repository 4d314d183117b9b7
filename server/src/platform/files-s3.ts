import { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { checkFolder, checkKey, checkKeyHasType, type FileStore } from './files.ts';
import type { S3Config } from './settings.ts';

/** Stores files in an S3 bucket shared by several nodes. */
export function createS3FileStore({ endpoint, bucket, region, ...credentials }: S3Config): FileStore {
  const client = new S3Client({
    endpoint,
    region,
    credentials,
    // Other S3 stores have no host name per bucket, and some write the newer checksum trailers into the file itself.
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: 5_000, socketTimeout: 30_000 },
  });

  return {
    async put(key, bytes, { contentType }) {
      checkKeyHasType(key, contentType);
      await client.send(
        new PutObjectCommand({ Bucket: bucket, Key: key, Body: bytes, ContentType: contentType }),
      );
    },

    async stat(key) {
      const contentType = checkKey(key);
      const head = await unlessMissing(client.send(new HeadObjectCommand({ Bucket: bucket, Key: key })));
      return head && { size: head.ContentLength ?? 0, contentType };
    },

    async read(key, range) {
      const contentType = checkKey(key);
      const Range = range && `bytes=${range.start}-${range.end}`;
      const got = await unlessMissing(client.send(new GetObjectCommand({ Bucket: bucket, Key: key, Range })));
      if (!got) return null;
      if (!(got.Body instanceof Readable)) throw new Error('The object store answered without a body.');
      const wholeSize = got.ContentRange?.split('/')[1];
      return { size: Number(wholeSize ?? got.ContentLength ?? 0), contentType, stream: got.Body };
    },

    async remove(key) {
      checkKey(key);
      await unlessMissing(client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key })));
    },

    async *list(folder) {
      checkFolder(folder);
      let ContinuationToken: string | undefined;
      do {
        const page = await client.send(
          new ListObjectsV2Command({ Bucket: bucket, Prefix: folder, ContinuationToken }),
        );
        for (const object of page.Contents ?? []) if (object.Key) yield object.Key;
        ContinuationToken = page.NextContinuationToken;
      } while (ContinuationToken);
    },

    // A put is one atomic request without multipart uploads, so nothing is left to sweep.
    async sweep() {},

    async close() {
      client.destroy();
    },
  };
}

/** Resolves to null only for a missing file; a missing bucket or refused credentials throw. */
async function unlessMissing<Result>(answer: Promise<Result>): Promise<Result | null> {
  try {
    return await answer;
  } catch (error) {
    const missing = error instanceof S3ServiceException && ['NoSuchKey', 'NotFound'].includes(error.name);
    if (missing) return null;
    throw error;
  }
}
