import type { Config } from '@react-router/dev/config';
import { finishPages, prerendered } from './written/finish-pages.ts';

export default {
  // The server answers with files only: the landing page is written out at build time so that it reads
  // without JavaScript, and so is the beginning of the two other screens that visitors enter by. Every other address
  // gets the empty page that the router fills.
  ssr: false,
  prerender: prerendered,
  buildEnd: ({ reactRouterConfig }) => finishPages(reactRouterConfig.buildDirectory),
} satisfies Config;
