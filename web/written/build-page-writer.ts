import { join } from 'node:path';
import { build } from 'vite';

/** Builds what the server writes its pages with: the screens themselves, in one file that needs nothing beside it. */
export async function buildPageWriter(outDir: string): Promise<void> {
  await build({
    configFile: false,
    root: join(import.meta.dirname, '..'),
    publicDir: false,
    logLevel: 'warn',
    resolve: { tsconfigPaths: true },
    define: { 'process.env.NODE_ENV': JSON.stringify('production') },
    ssr: { noExternal: true },
    build: {
      ssr: 'written/page-writer.tsx',
      outDir,
      emptyOutDir: true,
      minify: true,
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
}
