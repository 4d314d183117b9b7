import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const webApp = `${pathToFileURL(join(import.meta.dirname, '../../web/app')).href}/`;

// The web app targets a bundler: imports without an extension, and '#folder/file' across folders.
registerHooks({
  resolve(specifier, context, next) {
    if (!context.parentURL?.startsWith(webApp)) return next(specifier, context);
    if (specifier.startsWith('#')) return next(`${webApp}${specifier.slice(1)}.ts`, context);
    return next(specifier.startsWith('./') ? `${specifier}.ts` : specifier, context);
  },
});

/** Loads a web app module that needs no browser, such as `chat/engine/chat-engine`. */
export const loadFromWeb = async <Module>(name: string): Promise<Module> =>
  (await import(`${webApp}${name}.ts`)) as Module;
