import type { HeadTag } from '@parlance/contract/page-renderer';
import type { Http } from '#platform/http';
import type { OperatorPages } from '#platform/settings';

/** Redirects to the operator's own pages and address, so that every page can link to fixed addresses. */
export function registerOperatorPages(http: Http, operator: OperatorPages): void {
  const { privacyUrl, termsUrl, contactEmail } = operator;
  const targets = {
    '/privacy': privacyUrl,
    '/terms': termsUrl,
    '/contact': contactEmail && `mailto:${encodeURI(contactEmail)}`,
  };
  for (const [path, target] of Object.entries(targets)) {
    if (target === null) continue;
    http.get(path, { config: { cost: 1 } }, (_request, reply) =>
      reply.header('cache-control', 'no-cache').redirect(target, 302),
    );
  }
}

/** Meta elements by which the style sheet shows the links to terms and contact (web/app/app.css). */
export const operatorTags = ({ termsUrl, contactEmail }: OperatorPages): HeadTag[] => [
  ...(termsUrl === null ? [] : [{ name: 'operator-terms', content: 'on' }]),
  ...(contactEmail === null ? [] : [{ name: 'operator-contact', content: 'on' }]),
];
