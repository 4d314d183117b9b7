import { relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { getCallSites } from 'node:util';

// Loads the given modules and prints every regular expression that they build from strings, with the place of the call. Types are
// stripped in place, so that lines and columns match the file.

/** @type {{ place: string, source: string, flags: string }[]} */
const built = [];
const Original = RegExp;

/** @returns {RegExp} */
function build(/** @type {[string | RegExp, string?]} */ args) {
  const pattern = new Original(...args);
  const caller = getCallSites(4).find(({ scriptName }) => scriptName !== import.meta.url);
  if (caller?.scriptName.startsWith('file:')) {
    const file = relative(process.cwd(), fileURLToPath(caller.scriptName));
    const place = `${file}:${caller.lineNumber}:${caller.columnNumber}`;
    built.push({ place, source: pattern.source, flags: pattern.flags });
  }
  return pattern;
}

globalThis.RegExp = new Proxy(Original, {
  construct: (_target, args) => build(/** @type {[string]} */ (args)),
  apply: (_target, _self, args) => build(/** @type {[string]} */ (args)),
});
for (const file of process.argv.slice(2)) await import(pathToFileURL(file).href);
process.stdout.write(JSON.stringify(built.filter(({ place }) => !place.includes('node_modules'))));
// Modules of the server may keep the event loop alive.
process.exit();
