import type { Config } from '@react-router/dev/config';

export default {
  // The server answers with files only: the landing page is written out at build time so that it reads
  // without JavaScript, every other address gets the empty page that the router fills.
  ssr: false,
  prerender: ['/features'],
} satisfies Config;
