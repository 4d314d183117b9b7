import type { Config } from '@react-router/dev/config';
import { finishBuild } from './scripts/finish-build.ts';

export default {
  // For the pages that visitors enter by; every other address gets the shell, which the build renders once in each language.
  ssr: true,
  // All routes are in the first manifest: no request asks for more of them.
  routeDiscovery: { mode: 'initial' },
  // A loader of one line needs no file of its own.
  splitRouteModules: false,
  buildEnd: ({ reactRouterConfig }) => finishBuild(reactRouterConfig.buildDirectory),
} satisfies Config;
