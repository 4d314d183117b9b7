// Measures the language detector on its set of sentences and writes docs/language-detection.md.
//   npm run measure-detector -w web
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeMeasured, measureDetector } from './detector-table.ts';

const page = join(import.meta.dirname, '../../docs/language-detection.md');
writeFileSync(page, describeMeasured(await measureDetector()));
