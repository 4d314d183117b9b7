import displayFont from '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2?url';
import { spoken } from '@parlance/words/current';
import { type ReactNode, use } from 'react';
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useMatches } from 'react-router';
import { brandName } from '#lib/brand';
import { PageFactsContext } from '#lib/page-facts';
import { scrollKeyOf } from '#lib/scroll-place';
import { SessionProvider } from '#session/session-context';
import { ErrorPage } from '#shell/error-page';
import { Loading } from '#shell/loading';
import { startScript } from '#shell/page-start';
import { ServerTags } from '#shell/server-tags';
import { Shell } from '#shell/shell';
import { Spinner } from '#ui/spinner';
import './app.css';

// Browsers request it without cookies, so its address contains the language.
const manifestOf = (locale: string) => `/manifest${locale === 'en' ? '' : `-${locale}`}.webmanifest`;

export const links = () => [
  { rel: 'preload', href: displayFont, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/icons/apple-touch-icon.png' },
  { rel: 'manifest', href: manifestOf(spoken().locale) },
];

export const meta = () => [{ title: brandName }];

export function Layout({ children }: { children: ReactNode }) {
  const { locale, dir } = spoken();
  const facts = import.meta.env.SSR ? use(PageFactsContext) : null;
  return (
    <html lang={locale} dir={dir === 'rtl' ? dir : undefined} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {/* Light, then dark: the colour of paper in the theme, for the frame that the system draws around the page. */}
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#fcfaf4" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0b1619" />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own code; the policy lists its hash */}
        {import.meta.env.SSR && <script dangerouslySetInnerHTML={{ __html: startScript() }} />}
        <Meta />
        <Links />
        {import.meta.env.SSR && facts && <ServerTags {...facts} />}
      </head>
      <body>
        {children}
        <ScrollRestoration getKey={scrollKeyOf} />
        <Scripts />
      </body>
    </html>
  );
}

/** Whether a route is the landing page, which needs no session. */
function isLanding(handle: unknown): boolean {
  return typeof handle === 'object' && handle !== null && 'landing' in handle;
}

export default function Root() {
  const landing = useMatches().some((match) => isLanding(match.handle));
  return (
    <SessionProvider onDemand={landing}>
      <Shell>
        <Outlet />
      </Shell>
    </SessionProvider>
  );
}

/** Shown by pages that are not rendered on the server, until the router runs. */
export function HydrateFallback() {
  return (
    <Shell>
      <Loading>
        <div className="flex min-h-[60vh] items-center justify-center">
          <Spinner />
        </div>
      </Loading>
    </Shell>
  );
}

export function ErrorBoundary() {
  return <ErrorPage />;
}
