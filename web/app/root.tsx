import displayFont from '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2?url';
import type { ReactNode } from 'react';
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useMatches } from 'react-router';
import { SessionProvider } from '#session/session-context';
import { brandName } from '#shell/brand';
import { ErrorPage } from '#shell/error-page';
import { Shell } from '#shell/shell';
import { Spinner } from '#ui/spinner';
import './app.css';

export const links = () => [
  { rel: 'preload', href: displayFont, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
];

export const meta = () => [{ title: brandName }];

export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

/** A route whose `handle` says so reads without a session: the landing page. */
function isLanding(handle: unknown): boolean {
  return typeof handle === 'object' && handle !== null && 'landing' in handle;
}

export default function Root() {
  const landing = useMatches().some((match) => isLanding(match.handle));
  return (
    <SessionProvider onDemand={landing}>
      <Shell landing={landing}>
        <Outlet />
      </Shell>
    </SessionProvider>
  );
}

/** What the empty page shows until the router runs. */
export function HydrateFallback() {
  return (
    <Shell landing={false}>
      <div className="flex min-h-[60vh] items-center justify-center">
        <Spinner />
      </div>
    </Shell>
  );
}

export function ErrorBoundary() {
  return <ErrorPage />;
}
