import { chromium } from '@playwright/test';
import lighthouse from 'lighthouse';
import config from './playwright.config.ts';
import { startServer } from './server-process.ts';

// `npm run lighthouse`: the landing page on a simulated phone, in the real server. Below 95 anywhere is a failure.
const leastScore = 95;
const debuggingPort = 9223;

const server = await startServer();
const { executablePath, args = [] } = config.use?.launchOptions ?? {};
const browser = await chromium.launch({
  ...(executablePath && { executablePath }),
  args: [...args, `--remote-debugging-port=${debuggingPort}`],
});
const result = await lighthouse(`${server.url}/features`, { port: debuggingPort, logLevel: 'error' });
await browser.close();
await server.stop();

for (const { title, score } of Object.values(result?.lhr.categories ?? {})) {
  const percent = Math.round((score ?? 0) * 100);
  console.log(`${String(percent).padStart(4)}  ${title}`);
  if (percent < leastScore) process.exitCode = 1;
}
for (const { title, score, displayValue } of Object.values(result?.lhr.audits ?? {})) {
  if (score !== null && score < 0.9) console.log(`      ${title} ${displayValue ?? ''}`);
}
