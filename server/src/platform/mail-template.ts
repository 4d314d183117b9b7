import { makeEnglish } from '@parlance/words/english';
import type { Words } from '@parlance/words/words';
import { escapeHtml } from './html-escape.ts';

/** A block of a mail; both bodies render from the same blocks. User text is in any language, all else in the recipient's. */
export type MailBlock =
  | { kind: 'heading'; text: string }
  | { kind: 'subheading'; text: string }
  | { kind: 'paragraph'; text: string; isWritten?: true }
  | { kind: 'code'; code: string }
  | { kind: 'button'; label: string; url: string }
  | { kind: 'list'; items: MailListItem[] }
  | { kind: 'smallPrint'; text: string };

interface MailListItem {
  text: string;
  url?: string;
}

export interface MailContent {
  blocks: MailBlock[];
  /** The line inboxes show after the subject. */
  preview?: string;
  productName: string;
  unsubscribeUrl?: string;
  /** The recipient's language; English by default. */
  words?: Words | undefined;
}

// Mail programs drop style sheets, so styles are inline. The style element below only adds dark colours where supported; its
// rules need !important to override the inline ones.
const sans = "font-family:-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif";
const styles = {
  page: 'margin:0;padding:0;background-color:#f6f4ef',
  card: 'max-width:560px;background-color:#ffffff;border:1px solid #e4e0d6;border-radius:12px',
  heading: `margin:0 0 16px;${sans};font-size:22px;line-height:30px;font-weight:600;color:#1d2624`,
  subheading: `margin:24px 0 8px;${sans};font-size:16px;line-height:25px;font-weight:600;color:#1d2624`,
  paragraph: `margin:0 0 16px;${sans};font-size:16px;line-height:25px;color:#1d2624`,
  code: "margin:0 0 16px;padding:16px;border-radius:8px;background-color:#e8f2ef;color:#0f4f44;text-align:center;font-family:'SF Mono',Consolas,Menlo,monospace;font-size:32px;line-height:40px;letter-spacing:6px;font-weight:700",
  button: `display:inline-block;padding:12px 24px;${sans};font-size:16px;line-height:24px;font-weight:600;color:#ffffff;text-decoration:none`,
  smallPrint: `margin:0 0 16px;${sans};font-size:13px;line-height:20px;color:#5c6663`,
  footer: `margin:0;padding:16px 32px 32px;${sans};font-size:13px;line-height:20px;color:#5c6663`,
};
const darkStyles = `@media (prefers-color-scheme:dark){.page{background-color:#141a19!important}.card{background-color:#1d2524!important;border-color:#33403d!important}.ink{color:#eceae4!important}.soft{color:#a9b3b0!important}.code{background-color:#17352f!important;color:#a8e0d2!important}}`;

const english = makeEnglish();
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** Formats a name within a sentence: on one line, with isolation marks for another text direction; in HTML the marks become an element. */
export function nameInMail({ t, dir }: Words, name: string): string {
  const line = name.replace(/\s+/g, ' ').trim() || t('Anonymous');
  // Right-to-left sentences already isolate their values.
  return dir === 'ltr' && rightToLeft.test(line) ? `\u2068${line}\u2069` : line;
}

const innermostMarks = /([\u2067\u2068])([^\u2067-\u2069]*)\u2069/g;
const hours = /\d{1,2}:\d{2}\s?[–～~]\s?\d{1,2}:\d{2}/g;

/** Replaces isolation marks by an element, which more mail programs support. */
function isolated(text: string): string {
  const once = text.replace(innermostMarks, (_, mark: string, inside: string) =>
    mark === '\u2067' ? `<bdi dir="rtl">${inside}</bdi>` : `<bdi>${inside}</bdi>`,
  );
  return once === text ? text : isolated(once);
}

/** Renders user text as HTML: keeps line breaks, keeps times on one line and escapes everything else. */
function userText(text: string): string {
  return isolated(escapeHtml(text))
    .replace(hours, '<span style="white-space:nowrap">$&</span>')
    .replace(/\r?\n/g, '<br>');
}

/** Allows http and https links only; `javascript:` and similar are programming errors. */
function linkAddress(url: string): string {
  const { protocol, href } = new URL(url);
  if (protocol !== 'https:' && protocol !== 'http:') throw new Error('A link in a mail is http or https.');
  return href;
}

const linked = ({ text, url }: MailListItem): string =>
  url === undefined
    ? userText(text)
    : `<a class="ink" href="${escapeHtml(linkAddress(url))}" style="color:#1d2624">${userText(text)}</a>`;

// Mail programs support left and right better than start and end.
const sideOf = (dir: 'ltr' | 'rtl'): string => (dir === 'rtl' ? 'right' : 'left');

// Japanese headings and all Korean text break between words; other languages break only overlong words.
const breaksOf = (locale: string): string => (locale === 'ko' ? 'keep-all' : 'break-word');
const headingBreaksOf = (locale: string): string => (locale === 'ja' ? ';word-break:auto-phrase' : '');

function blockToHtml(block: MailBlock, { dir, locale }: Words): string {
  switch (block.kind) {
    case 'heading':
      return `<h1 class="ink" dir="${dir}" style="${styles.heading}${headingBreaksOf(locale)}">${userText(block.text)}</h1>`;
    case 'subheading':
      return `<h2 class="ink" dir="${dir}" style="${styles.subheading}">${userText(block.text)}</h2>`;
    case 'paragraph':
      return `<p class="ink" dir="${block.isWritten ? 'auto' : dir}" style="${styles.paragraph}">${userText(block.text)}</p>`;
    case 'code':
      return `<p class="code" dir="ltr" style="${styles.code}">${escapeHtml(block.code)}</p>`;
    case 'button':
      return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 24px"><tr><td bgcolor="#0f6b5c" style="border-radius:8px;background-color:#0f6b5c"><a href="${escapeHtml(linkAddress(block.url))}" style="${styles.button}">${escapeHtml(block.label)}</a></td></tr></table>`;
    case 'list': {
      const items = block.items.map((item) => `<li style="margin:0 0 8px">${linked(item)}</li>`);
      return `<ul class="ink" dir="${dir}" style="${styles.paragraph};padding-${sideOf(dir)}:24px">${items.join('')}</ul>`;
    }
    case 'smallPrint':
      return `<p class="soft" dir="${dir}" style="${styles.smallPrint}">${userText(block.text)}</p>`;
  }
}

// A plain text line takes the direction of its first letter, which can be that of a name.
const begun = (text: string, dir: 'ltr' | 'rtl'): string =>
  dir === 'rtl' ? text.replace(/^(?=.)/gm, '\u200f') : text;

function blockToText(block: MailBlock, dir: 'ltr' | 'rtl'): string {
  switch (block.kind) {
    case 'code':
      return `    ${block.code}`;
    case 'button':
      return `${begun(block.label, dir)}:\n${linkAddress(block.url)}`;
    case 'list':
      return block.items
        .map(
          ({ text, url }) =>
            `${begun(`- ${text.replace(/\r?\n/g, '\n  ')}`, dir)}${url ? `\n  ${linkAddress(url)}` : ''}`,
        )
        .join('\n');
    case 'paragraph':
      return block.isWritten ? block.text : begun(block.text, dir);
    default:
      return begun(block.text, dir);
  }
}

function toHtml({ blocks, preview, productName, unsubscribeUrl, words = english }: MailContent): string {
  const { locale, dir, t } = words;
  const hiddenPreview = preview
    ? `<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(preview)}</div>`
    : '';
  const unsubscribe = unsubscribeUrl
    ? ` · <a class="soft" href="${escapeHtml(linkAddress(unsubscribeUrl))}" style="color:#5c6663">${escapeHtml(t('Unsubscribe'))}</a>`
    : '';
  return `<!doctype html>
<html lang="${locale}" dir="${dir}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(productName)}</title>
<style>${darkStyles}</style>
</head>
<body class="page" dir="${dir}" style="${styles.page}">${hiddenPreview}
<table class="page" role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="${styles.page}"><tr><td align="center" style="padding:32px 16px">
<table class="card" role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="${styles.card}">
<tr><td align="${sideOf(dir)}" style="padding:32px 32px 8px;overflow-wrap:anywhere;word-break:${breaksOf(locale)}">
${blocks.map((block) => blockToHtml(block, words)).join('\n')}
</td></tr>
<tr><td align="${sideOf(dir)}"><p class="soft" style="${styles.footer}">${escapeHtml(productName)}${unsubscribe}</p></td></tr>
</table>
</td></tr></table>
</body>
</html>
`;
}

function toText({ blocks, productName, unsubscribeUrl, words: { t, dir } = english }: MailContent): string {
  const footer = unsubscribeUrl
    ? `${productName}\n${t('Unsubscribe: {address}', { address: linkAddress(unsubscribeUrl) })}`
    : productName;
  return `${blocks.map((block) => blockToText(block, dir)).join('\n\n')}\n\n-- \n${footer}\n`;
}

/** Renders both bodies of a mail, for a Mailer. */
export function renderMail(content: MailContent): { text: string; html: string } {
  return { text: toText(content), html: toHtml(content) };
}
