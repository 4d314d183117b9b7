// Runs while the app is built, once for each page and language: the server answers with files.
import { speak } from '@parlance/words/current';
import { renderToReadableStream } from 'react-dom/server';
import { type EntryContext, ServerRouter } from 'react-router';

/** The bundle has its own copy of the module that holds the language; the build sets it here. */
export const language = { speak };

export default async function handleRequest(
  { url }: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  const page = await renderToReadableStream(<ServerRouter context={context} url={url} />);
  await page.allReady;
  headers.set('content-type', 'text/html');
  return new Response(page, { status, headers });
}
