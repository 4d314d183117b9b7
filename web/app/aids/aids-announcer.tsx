import { t } from '@parlance/words/current';
import { useEffect, useSyncExternalStore } from 'react';
import { newestAid, type ShownAids } from './shown-aids';

/** Tells screen readers what has come below a message: a live region that comes with its words is lost to many of them. */
export function AidsAnnouncer() {
  const { aid } = useSyncExternalStore(newestAid.subscribe, newestAid.get);
  useEffect(() => () => newestAid.set({ aid: null }), []);
  const { lang, words } = sayingOf(aid ?? {});
  return (
    <p role="status" lang={lang} className="sr-only">
      {words}
    </p>
  );
}

function sayingOf({ translation, reading }: ShownAids): { words: string; lang?: string } {
  // In the letters of the page, so by its voice.
  if (reading) return { words: reading.pieces.map((piece) => piece.reading ?? piece.text).join('') };
  if (translation?.state === 'done') return { words: translation.text, lang: translation.languageCode };
  // A failure is an alert, which is heard as it comes.
  return { words: translation?.state === 'working' ? t('Translating…') : '' };
}
