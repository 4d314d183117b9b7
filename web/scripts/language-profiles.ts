import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { profileAddress, profiledLanguages, weightSigns } from '../app/aids/detect/profile.ts';

/** Tables of eld (Apache-2.0, THIRD-PARTY.md): n-grams in its own byte encoding, with weights by language. */
interface Source {
  ngramsData: { languages: Record<string, string>; ngrams: Record<string, Record<string, number>> };
  dictionary: string[];
}

export async function makeProfiles(): Promise<Map<string, string>> {
  const { ngramsData, dictionary } = await readSource();
  const highBytes = new Map(
    dictionary.map((sign, byte) => [sign, String.fromCharCode(byte)] as const).slice(0x80),
  );
  const toBytes = (gram: string) =>
    [...gram].map((sign) => (/[a-z'`]/.test(sign) ? sign : highBytes.get(sign))).join('');
  const weightsOf = new Map<string, Map<string, number>>(profiledLanguages.map((code) => [code, new Map()]));
  for (const [gram, weights] of Object.entries(ngramsData.ngrams)) {
    const piece = `${gram.startsWith(' ') ? '^' : ''}${toBytes(gram.trim())}${gram.endsWith(' ') ? '$' : ''}`;
    for (const [id, weight] of Object.entries(weights)) {
      weightsOf.get(ngramsData.languages[id] ?? '')?.set(piece, weight);
    }
  }
  return new Map([...weightsOf].map(([code, weights]) => [code, writeProfile(weights)]));
}

/** Writes each profile as a separate file, with the licence. */
export async function writeProfiles(clientFolder: string): Promise<void> {
  copyFileSync(fileURLToPath(insideEld('../../LICENSE')), join(clientFolder, profileAddress('licence')));
  for (const [code, text] of await makeProfiles())
    writeFileSync(join(clientFolder, profileAddress(code)), text);
}

/** The format of parseProfile: two thirds of the size of plain lists. */
function writeProfile(weights: ReadonlyMap<string, number>): string {
  const pieces = [...weights.keys()].sort();
  const shortened = pieces.map((piece, at) => {
    const before = pieces[at - 1] ?? '';
    let shared = 0;
    while (shared < before.length && before[shared] === piece[shared]) shared += 1;
    return shared + piece.slice(shared);
  });
  const signs = pieces.map((piece) =>
    String.fromCharCode(weightSigns.first + Math.round((weights.get(piece) ?? 0) / weightSigns.step)),
  );
  return `${shortened.join('')}\n${signs.join('')}`;
}

// The package exports only its detector; the tables are beside it.
const insideEld = (path: string): string => new URL(path, import.meta.resolve('eld')).href;

async function readSource(): Promise<Source> {
  const [ngrams, dictionary] = await Promise.all([
    import(insideEld('../ngrams/medium.js')),
    import(insideEld('../dictionary.js')),
  ]);
  return { ...ngrams, ...dictionary };
}
