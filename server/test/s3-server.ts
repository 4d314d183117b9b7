import { createRequire } from 'node:module';

// s3rver has no types.
interface S3rver {
  run(): Promise<{ port: number }>;
  close(): Promise<void>;
}
const S3rver: new (options: object) => S3rver = createRequire(import.meta.url)('s3rver');

/** An S3 server on loopback with the bucket `media`, which stores its objects in `directory`. */
export async function startS3(directory: string): Promise<{ endpoint: string; close(): Promise<void> }> {
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory,
    configureBuckets: [{ name: 'media' }],
  });
  const { port } = await server.run();
  return { endpoint: `http://127.0.0.1:${port}`, close: () => server.close() };
}
