// Loaded before the application: replaces one text in one source file.
import { registerHooks } from 'node:module';

const { PATCH_FILE = '', PATCH_FROM = '', PATCH_TO = '' } = process.env;

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    if (!url.endsWith(PATCH_FILE)) return loaded;
    const source = Buffer.from((loaded.source ?? '') as string).toString();
    // Without the text the sabotage would have no effect.
    if (!source.includes(PATCH_FROM)) throw new Error(`${PATCH_FILE} does not hold "${PATCH_FROM}" any more`);
    return { ...loaded, source: source.replace(PATCH_FROM, () => PATCH_TO) };
  },
});
