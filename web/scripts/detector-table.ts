import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { languageOfText, type Profiles } from '../app/aids/detect/detector.ts';
import { parseProfile, profileOf } from '../app/aids/detect/profile.ts';
import { sharesScript } from '../app/aids/detect/scripts.ts';
import { makeProfiles } from './language-profiles.ts';

/** Detection results of a number of sentences. */
export interface Score {
  right: number;
  wrong: number;
  unsure: number;
}

export interface Measured {
  sentences: number;
  /** By language, each sentence with every other language of the set. */
  byLanguage: Map<string, Score>;
  /** Similar languages, as `da–no`. */
  byPair: Map<string, Score>;
  /** All pairs of similar languages, which the script does not distinguish. */
  alike: Score;
  all: Score;
  /** Wrong detections, for review. */
  faults: string[];
}

const sentencesFile = join(import.meta.dirname, '../app/aids/detect/sentences.json');
const none = (): Score => ({ right: 0, wrong: 0, unsure: 0 });

export async function readProfiles(): Promise<Profiles> {
  return new Map([...(await makeProfiles())].map(([code, text]) => [code, parseProfile(text)]));
}

/** Runs the detector on each sentence of the set, in a conversation with each other language. */
export async function measureDetector(): Promise<Measured> {
  const profiles = await readProfiles();
  const set = JSON.parse(readFileSync(sentencesFile, 'utf8')) as Record<string, string[]>;
  const measured: Measured = {
    sentences: Object.values(set).flat().length,
    byLanguage: new Map(),
    byPair: new Map(),
    alike: none(),
    all: none(),
    faults: [],
  };
  const scoreOf = (scores: Map<string, Score>, key: string) => {
    const score = scores.get(key) ?? none();
    scores.set(key, score);
    return score;
  };
  for (const [language, sentences] of Object.entries(set)) {
    for (const other of Object.keys(set)) {
      if (other === language) continue;
      const scores = [measured.all, scoreOf(measured.byLanguage, language)];
      if (sharesScript(language, other) && profileOf(language) && profileOf(other)) {
        scores.push(measured.alike, scoreOf(measured.byPair, [language, other].sort().join('–')));
      }
      for (const sentence of sentences) {
        const found = languageOfText(sentence, [language, other], profiles);
        const outcome = found === null ? 'unsure' : found === language ? 'right' : 'wrong';
        for (const score of scores) score[outcome] += 1;
        if (outcome === 'wrong') measured.faults.push(`${language} with ${other}: ${sentence}`);
      }
    }
  }
  return measured;
}

const share = (count: number, { right, wrong, unsure }: Score): string =>
  `${((100 * count) / (right + wrong + unsure)).toFixed(1)} %`;
const row = (name: string, score: Score): string =>
  `| ${name} | ${share(score.right, score)} | ${share(score.wrong, score)} | ${share(score.unsure, score)} |`;
const head = (first: string) => `| ${first} | right | wrong | unsure |\n|---|---:|---:|---:|`;

export function describeMeasured({ sentences, byLanguage, byPair, alike, all, faults }: Measured): string {
  const hardest = [...byPair]
    .filter(([, { wrong, unsure }]) => wrong + unsure > 0)
    .sort(([, a], [, b]) => b.wrong - a.wrong || b.unsure - a.unsure)
    .slice(0, 12);
  return `# Telling the languages of a conversation apart

Written by \`npm run measure-detector -w web\`; a test fails where it is out of date, and where more than 1 % is wrong.

${sentences} short sentences of everyday chat in ${byLanguage.size} languages
([the set](../web/app/aids/detect/sentences.json)), each asked for in a conversation in its own and one other language, for every other
language of the set. Unsure is not wrong: what is unsure is not counted.

${head('sentences in')}
${[...byLanguage].map(([code, score]) => row(code, score)).join('\n')}
${row('**all**', all)}

Pairs that write with the same letters, the hardest first:

${head('pair')}
${hardest.map(([pair, score]) => row(pair, score)).join('\n')}
${row('**all of them**', alike)}

${faults.length === 0 ? 'No sentence was taken for the other language.' : `Taken for the other language:\n\n${faults.map((fault) => `- ${fault}`).join('\n')}`}
`;
}
