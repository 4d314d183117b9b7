import { apiPrefix } from '@parlance/contract/endpoint';
import { toBody } from '@parlance/contract/error-table';
import type { ApiError } from '@parlance/contract/errors';
import { factsOf } from '@parlance/words/locales';
import { wordsOf } from '@parlance/words/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { escapeHtml } from './html-escape.ts';
import { type PageLocale, readersLocale } from './page-locale.ts';

/** Whether a browser navigates to a page; API calls always get JSON. */
export const isNavigation = ({ method, url, headers }: FastifyRequest): boolean =>
  method === 'GET' && !url.startsWith(`${apiPrefix}/`) && /\btext\/html\b/i.test(headers.accept ?? '');

/** Sends the refusal as a static page, because loading the app would cause more requests. */
export function sendBusyPage(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  error: ApiError,
  offered: readonly PageLocale[],
): FastifyReply {
  const words = wordsOf(readersLocale(headers, offered));
  return reply
    .header('vary', 'accept, accept-language, cookie')
    .type('text/html; charset=utf-8')
    .send(
      `<!DOCTYPE html><html lang="${words.locale}" dir="${factsOf(words.locale).dir}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
        `<meta name="color-scheme" content="light dark"><title>Parlance</title></head><body><p>${escapeHtml(words.translate(toBody(error)))}</p></body></html>`,
    );
}
