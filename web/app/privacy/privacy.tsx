import type { PageData } from '@parlance/contract/page-renderer';
import { t } from '@parlance/words/current';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { pageTitle } from '#lib/brand';
import { pageContext } from '#lib/page-context';

export const loader = ({ context }: LoaderFunctionArgs) => context.get(pageContext).data;

/** Links to this page load it from the server, which has its text. */
export const clientLoader = () => null;

export const meta = () => [{ title: pageTitle(t('Privacy')) }];

// The root shows this page without waiting for a session.
export const handle = { landing: true };

/** The built-in privacy page. Its text comes with the page, so that no other page loads the words. */
export default function Privacy() {
  const text = useLoaderData<PageData | null>()?.privacy;
  return (
    <div className="mx-auto grid w-full max-w-page gap-8 px-4 py-8 sm:px-6 sm:py-10">
      <h1 className="text-title">{text?.title ?? t('Privacy')}</h1>
      {!text && (
        // The server gives the page without its text while it renders none, such as under high load.
        <>
          <p>{t('This page could not be loaded completely. Nothing was lost.')}</p>
          <a href="/privacy" className="justify-self-start underline underline-offset-4">
            {t('Try again')}
          </a>
        </>
      )}
      {text?.sections.map(({ heading, paragraphs }) => (
        <section key={heading} className="grid max-w-reading gap-3">
          <h2 className="text-2xl">{heading}</h2>
          {paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </section>
      ))}
      {text?.contact && (
        <p>
          {text.contact.label}{' '}
          <a href={`mailto:${text.contact.email}`} dir="ltr" className="underline underline-offset-4">
            {text.contact.email}
          </a>
        </p>
      )}
    </div>
  );
}
