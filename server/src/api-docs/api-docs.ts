import { buildOpenApi, type OpenApiDocument } from '@parlance/contract/openapi';
import packageJson from '#package.json' with { type: 'json' };
import { escapeHtml } from '#platform/html-escape';
import type { Http } from '#platform/http';
import { registerReady } from '#platform/web-build.routes';

const style = `
:root{color-scheme:light dark;--page:#f6f4ef;--card:#fff;--line:#e0dcd1;--ink:#1d2624;--soft:#5c6663;--accent:#0f6b5c}
@media (prefers-color-scheme:dark){:root{--page:#141a19;--card:#1d2524;--line:#33403d;--ink:#eceae4;--soft:#a9b3b0;--accent:#7fd1bf}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
main{max-width:60rem;margin:0 auto;padding:2rem 1rem 4rem}
h1{margin:0 0 .25rem}h2{margin:2rem 0 .75rem}h2::first-letter{text-transform:uppercase}
p{margin:0;color:var(--soft)}a{color:var(--accent)}
details{margin:0 0 .5rem;background:var(--card);border:1px solid var(--line);border-radius:.75rem}
summary{display:flex;flex-wrap:wrap;align-items:baseline;gap:.25rem .75rem;padding:.75rem 1rem;cursor:pointer}
code{font:.875rem ui-monospace,monospace;overflow-wrap:anywhere}b{min-width:4rem;color:var(--accent)}
pre{margin:0;padding:1rem;border-top:1px solid var(--line);overflow:auto;max-height:28rem;font:.8125rem/1.5 ui-monospace,monospace}
`;
const contentSecurityPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'";

/** Serves the contract as /v1/openapi.json and as HTML at /docs; both are built once, on first request, from the same data. */
export function registerApiDocs(http: Http): void {
  registerReady(http, '/v1/openapi.json', () => ({
    contentType: 'application/json; charset=utf-8',
    text: JSON.stringify(buildOpenApi(packageJson.version)),
  }));
  registerReady(http, '/docs', () => ({
    contentType: 'text/html; charset=utf-8',
    headers: { 'content-security-policy': contentSecurityPolicy },
    text: renderPage(buildOpenApi(packageJson.version)),
  }));
}

function renderPage(document: OpenApiDocument): string {
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
  const slices = Object.entries(Object.groupBy(calls, ({ operation }) => operation.tags[0] ?? ''));
  const sections = slices.map(
    ([slice, group = []]) =>
      `<section><h2>${escapeHtml(slice.replaceAll('-', ' '))}</h2>${group
        .map(
          ({ method, path, operation }) =>
            `<details><summary><b>${method}</b><code>${escapeHtml(`/v1${path}`)}</code><span>${escapeHtml(operation.summary)}</span></summary>` +
            `<pre>${escapeHtml(JSON.stringify(operation, null, 2))}</pre></details>`,
        )
        .join('')}</section>`,
  );
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>Parlance API</title><style>${style}</style></head>
<body><main><h1>Parlance API</h1>
<p>Version ${escapeHtml(document.info.version)}. The same as a document for programs: <a href="/v1/openapi.json">openapi.json</a>.</p>
${sections.join('\n')}
</main></body></html>
`;
}
