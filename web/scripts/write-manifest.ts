import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locale, PseudoLocale } from '@parlance/words/locales';
import { wordsOf } from '@parlance/words/server';

interface Manifest {
  description: string;
  shortcuts: { name: string; url: string }[];
}

/** Writes the web app manifest of another language; the English one is a public file. */
export function writeManifest(clientFolder: string, locale: Locale | PseudoLocale): void {
  const { t, dir } = wordsOf(locale);
  const english = JSON.parse(readFileSync(join(clientFolder, 'manifest.webmanifest'), 'utf8')) as Manifest;
  const names: Record<string, string> = { '/chats': t('Messages'), '/appointments': t('Upcoming Chats') };
  const manifest = {
    ...english,
    lang: locale,
    dir,
    description: t('Find a language partner, book a time, talk by text and voice.'),
    shortcuts: english.shortcuts.map(({ name, url }) => ({ name: names[url] ?? name, url })),
  };
  writeFileSync(join(clientFolder, `manifest-${locale}.webmanifest`), JSON.stringify(manifest));
}
