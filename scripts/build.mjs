import { ensureInstalled } from './install.mjs';
import { ensureWebBuilt } from './web-build.mjs';

// `npm run build`: the web app, unless nothing has changed since the last build.
await ensureInstalled();
await ensureWebBuilt();
