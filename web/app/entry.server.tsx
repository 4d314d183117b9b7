import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { renderToPipeableStream, renderToStaticMarkup } from 'react-dom/server';
import {
  type EntryContext,
  type HandleErrorFunction,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router';
import { pageContext } from '#lib/page-context';
import { PageFactsContext } from '#lib/page-facts';
import { LoadFailure } from '#shell/load-failure';
import { OperatorLinks } from '#shell/operator-links';

export default function handleRequest(
  { url }: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  page: Readonly<RouterContextProvider>,
): Promise<Response> {
  const { facts } = page.get(pageContext);
  return new Promise((resolve, reject) => {
    const { pipe } = renderToPipeableStream(
      <PageFactsContext
        value={
          facts && {
            ...facts,
            loadFailure: renderToStaticMarkup(<LoadFailure />),
            operatorLinks: renderToStaticMarkup(<OperatorLinks />),
          }
        }
      >
        <ServerRouter context={context} url={url} />
      </PageFactsContext>,
      {
        // By default React sends large Suspense boundaries after the page, with inline scripts that move them.
        progressiveChunkSize: Number.POSITIVE_INFINITY,
        onAllReady() {
          text(pipe(new PassThrough())).then(
            (html) => resolve(new Response(html, { status, headers })),
            reject,
          );
        },
        onError: reject,
      },
    );
  });
}

export const handleError: HandleErrorFunction = (error, { context }) =>
  (context as Readonly<RouterContextProvider>).get(pageContext).fail(error);
