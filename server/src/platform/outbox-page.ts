import { escapeHtml } from './html-escape.ts';
import type { OutboxEntry } from './outbox.ts';

const refreshSeconds = 5;

const style = `
:root{color-scheme:light dark;--page:#f6f4ef;--card:#fff;--line:#e0dcd1;--ink:#1d2624;--soft:#5c6663;--accent:#0f6b5c}
@media (prefers-color-scheme:dark){:root{--page:#141a19;--card:#1d2524;--line:#33403d;--ink:#eceae4;--soft:#a9b3b0;--accent:#7fd1bf}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
main{max-width:46rem;margin:0 auto;padding:2rem 1rem 4rem}
h1{margin:0;font-size:1.5rem}
h2{margin:0;font-size:1.0625rem;overflow-wrap:anywhere}
p{margin:.25rem 0 1.5rem;color:var(--soft)}
a{color:var(--accent)}
article{margin:0 0 1rem;padding:1rem 1.25rem;background:var(--card);border:1px solid var(--line);border-radius:.75rem}
article p{margin:0 0 .75rem;font-size:.875rem;overflow-wrap:anywhere}
pre{margin:0;font:inherit;white-space:pre-wrap;overflow-wrap:anywhere}
details{margin-top:.75rem;border-top:1px solid var(--line);padding-top:.75rem}
summary{cursor:pointer;color:var(--accent)}
iframe{width:100%;height:30rem;margin-top:.75rem;border:1px solid var(--line);border-radius:.5rem;background:#fff}
.channel{display:inline-block;padding:0 .5rem;border:1px solid var(--line);border-radius:1rem;color:var(--ink)}
`;

// A srcdoc frame inherits its parent's policy, so inline styles of mails have to be allowed here. Scripts and external resources
// stay blocked, whatever a mail contains.
const contentSecurityPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Renders sent messages, newest first, as a page without scripts that reloads itself. */
export function renderOutboxPage(entries: OutboxEntry[]): { html: string; contentSecurityPolicy: string } {
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex">
<meta http-equiv="refresh" content="${refreshSeconds}">
<title>Development outbox (${entries.length})</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>Development outbox</h1>
<p>Mails and text messages that were not sent but kept here, and copies of push notifications, newest first. Reloads every ${refreshSeconds} seconds. Also as <a href="/dev/outbox.json">JSON</a>.</p>
${entries.length > 0 ? entries.map(renderEntry).join('\n') : '<article>Nothing has been sent yet. Ask for a sign-in code and it appears here.</article>'}
</main>
</body>
</html>
`;
  return { html, contentSecurityPolicy };
}

const channelNames = { email: 'Email', sms: 'Text message', push: 'Push notification' };

function renderEntry(entry: OutboxEntry): string {
  const time = entry.sentAt.toISOString();
  const channel = channelNames[entry.channel];
  const attachments = entry.attachments
    .map(({ filename, content }) => section(`Attachment ${filename}`, `<pre>${escapeHtml(content)}</pre>`))
    .join('');
  // An empty sandbox: no scripts, forms or navigation, and an opaque origin.
  const frame = entry.html
    ? section('HTML', `<iframe sandbox="" title="HTML body" srcdoc="${escapeHtml(entry.html)}"></iframe>`)
    : '';
  return `<article>
<h2 dir="auto">${escapeHtml(entry.subject ?? 'Text message')}</h2>
<p><span class="channel">${channel}</span> to ${escapeHtml(entry.to)} · <time datetime="${time}">${time.replace('T', ' ').slice(0, 19)} UTC</time></p>
<pre dir="auto">${escapeHtml(entry.text)}</pre>
${frame}${attachments}
</article>`;
}

function section(title: string, body: string): string {
  return `<details><summary>${escapeHtml(title)}</summary>${body}</details>`;
}
