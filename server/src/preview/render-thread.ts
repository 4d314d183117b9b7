// Renders pages in a worker thread, so that React and compression do not block the event loop of the server.
import { pathToFileURL } from 'node:url';
import { workerData } from 'node:worker_threads';
import { gzipSync } from 'node:zlib';
import type { Schema } from '@parlance/contract/endpoint';
import type { PageData, PageRenderer } from '@parlance/contract/page-renderer';
import { getProfile, searchUsers } from '@parlance/contract/people';
import { fromWire, toWire } from '@parlance/contract/wire';
import { wordsOf } from '@parlance/words/server';
import type { Words } from '@parlance/words/words';
import { etagOf, scriptHashes } from '#platform/web-build';
import { serveWorkerThread } from '#platform/worker-thread-entry';
import type { RenderedBytes, RenderQuestion, RenderThreadData } from './page-renderer.ts';
import { headOf } from './preview.ts';

// Nearly as small as the default level, in two thirds of its time.
const gzipLevel = 4;

const { serverBuild, publicUrl, offered, head } = workerData as RenderThreadData;
const { renderPage, readSearch }: PageRenderer<Words> = await import(pathToFileURL(serverBuild).href);

serveWorkerThread<RenderQuestion>(async (question) => {
  if (question.what === 'search') return { answer: readSearch(question.search) };
  const { address, locale, named, data } = question;
  const edition = { words: wordsOf(locale), named, offered, publicUrl };
  const html = await renderPage({
    address,
    words: edition.words,
    head: [...headOf(question, edition), ...head],
    data: asAnswered(data),
  });
  const body = new TextEncoder().encode(html);
  // A copy: a small buffer shares its pooled memory, which must not be transferred.
  const gzip = new Uint8Array(gzipSync(body, { level: gzipLevel }));
  const answer: RenderedBytes = {
    etag: etagOf(body),
    body,
    gzip,
    scriptHashes: scriptHashes(html),
  };
  return { answer, moved: [body.buffer, gzip.buffer] };
});

/** Passes the data through the contract's schemas: the page contains all of it, so no other field may leak. */
function asAnswered({ profile, found, ...rest }: PageData): PageData {
  const through = <S extends Schema, Value>(schema: S, value: Value) =>
    fromWire(schema, toWire(schema, value)) as Value;
  return {
    ...rest,
    ...(profile !== undefined && { profile: profile && through(getProfile.result, profile) }),
    ...(found && { found: through(searchUsers.result, found) }),
  };
}
