import { api, type CallName } from './api.ts';
import { callExample } from './api-examples.ts';
import { apiPrefix, type Endpoint } from './endpoint.ts';
import type { Wire } from './wire.ts';

const lineMaxLength = 110;

/** Compact JSON: whatever fits into one line stays on one line. */
export function layOut(value: Wire, indent = ''): string {
  const flat = JSON.stringify(value, null, 1).replace(/\s*\n\s*/g, ' ');
  if (value === null || typeof value !== 'object' || indent.length + flat.length <= lineMaxLength)
    return flat;
  const inside = `${indent}  `;
  const parts = Array.isArray(value)
    ? value.map((item) => layOut(item, inside))
    : Object.entries(value).map(([name, item]) => `${JSON.stringify(name)}: ${layOut(item, inside)}`);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${open}\n${parts.map((part) => inside + part).join(',\n')}\n${indent}${close}`;
}

export const fenced = (language: string, text: string): string[] => [`\`\`\`${language}`, text, '```', ''];

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

const formFields = (payload: Wire): string[] =>
  Object.entries(payload as Record<string, Wire>).map(([name, value]) => `-F ${quoted(`${name}=${value}`)}`);

function curlLine(name: CallName): string {
  const { method, path, access, file, produces, payload: takes }: Endpoint = api[name];
  const { params, payload } = callExample(name);
  const address = `$PARLANCE${apiPrefix}${path.replaceAll(/\{(\w+)\}/g, (_, field: string) => params[field] ?? '')}`;
  const query = method === 'GET' && takes ? `?${new URLSearchParams(payload as Record<string, string>)}` : '';
  const body = file
    ? [
        ...(takes ? formFields(payload) : []),
        `-F ${quoted(`${file.field}=@${exampleFiles[name] ?? 'file'}`)}`,
      ]
    : takes && method !== 'GET'
      ? [`-H 'content-type: application/json'`, `-d ${quoted(JSON.stringify(payload))}`]
      : [];
  return [
    `curl${method === 'GET' || (method === 'POST' && body.length > 0) ? '' : ` -X ${method}`} "${address}${query}"`,
    ...(access === 'signed-in' || access === 'admin' ? ['-H "authorization: Bearer $TOKEN"'] : []),
    ...body,
    ...(produces ? [`-o ${exampleFiles[name]}`] : []),
  ].join(' \\\n  ');
}

const exampleFiles: Partial<Record<CallName, string>> = {
  sendVoiceMessage: 'recording.webm',
  updateProfileImage: 'portrait.jpg',
  importPhrases: 'phrases.tsv',
  exportPhrases: 'phrases.tsv',
  getAppointmentIcs: 'session.ics',
};

/** The curl command of a call and its response. */
export function callExampleSection(name: CallName): string[] {
  const { produces }: Endpoint = api[name];
  const { result } = callExample(name);
  return [...fenced('sh', curlLine(name)), ...(produces ? [] : fenced('json', layOut(result)))];
}
