// Draws the link preview picture of the landing page: node e2e/draw-preview.ts
// The picture is committed; run it again when the logo, the font or the words change.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import config from './playwright.config.ts';

const publicFolder = join(import.meta.dirname, '../web/public');
const fromWeb = createRequire(join(publicFolder, '../package.json'));
const fontFile = fromWeb.resolve(
  '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2',
);
const logo = readFileSync(join(publicFolder, 'favicon.svg'), 'utf8');
const font = readFileSync(fontFile).toString('base64');

const page = `<!doctype html><meta charset="utf-8"><style>
@font-face { font-family: Display; font-weight: 200 800; src: url(data:font/woff2;base64,${font}) }
body { margin: 0; width: 1200px; height: 630px; box-sizing: border-box; padding: 84px 96px; background: #fcfaf4; color: #17242a;
  font-family: Display; display: flex; flex-direction: column; justify-content: space-between; overflow: hidden; position: relative }
header { display: flex; align-items: center; gap: 20px; font-size: 44px; font-weight: 700; letter-spacing: -0.01em }
header svg { width: 72px; height: 72px }
h1 { margin: 0; font-size: 96px; line-height: 1.04; font-weight: 650; letter-spacing: -0.028em }
p { margin: 0; font-size: 34px; font-weight: 400; color: #43535a; line-height: 1.35 }
body > svg { position: absolute; right: 72px; top: 40px; width: 360px; height: 360px }
</style><header>${logo}Parlance</header><h1>Your language<br>for theirs.</h1>
<p>Each of you speaks what the other is learning.</p>${logo}`;

const { executablePath, args = [] } = config.use?.launchOptions ?? {};
const browser = await chromium.launch({ ...(executablePath && { executablePath }), args });
const tab = await browser.newPage({ viewport: { width: 1200, height: 630 } });
await tab.setContent(page);
await tab.evaluate(() => document.fonts.ready);
await tab.screenshot({ path: join(publicFolder, 'og.png') });
await browser.close();
