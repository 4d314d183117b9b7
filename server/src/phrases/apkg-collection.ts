import { languages } from '@parlance/contract/language-catalogue';
import type { LanguageCode } from '@parlance/contract/languages';
import { noteTypeName } from './deck.ts';

/** The same in every package, so that the next import updates the note type. */
export const noteTypeId = 1_790_000_000_000;
/** The deck of a language, the same in every package. */
export const deckIdOf = (code: LanguageCode): number =>
  noteTypeId + 1 + languages.findIndex((language) => language.code === code);

/** The tables of an Anki collection, layout 11. */
export const schema = `
CREATE TABLE col (id integer PRIMARY KEY, crt integer NOT NULL, mod integer NOT NULL, scm integer NOT NULL, ver integer NOT NULL,
  dty integer NOT NULL, usn integer NOT NULL, ls integer NOT NULL, conf text NOT NULL, models text NOT NULL, decks text NOT NULL,
  dconf text NOT NULL, tags text NOT NULL);
CREATE TABLE notes (id integer PRIMARY KEY, guid text NOT NULL, mid integer NOT NULL, mod integer NOT NULL, usn integer NOT NULL,
  tags text NOT NULL, flds text NOT NULL, sfld integer NOT NULL, csum integer NOT NULL, flags integer NOT NULL, data text NOT NULL);
CREATE TABLE cards (id integer PRIMARY KEY, nid integer NOT NULL, did integer NOT NULL, ord integer NOT NULL, mod integer NOT NULL,
  usn integer NOT NULL, type integer NOT NULL, queue integer NOT NULL, due integer NOT NULL, ivl integer NOT NULL,
  factor integer NOT NULL, reps integer NOT NULL, lapses integer NOT NULL, left integer NOT NULL, odue integer NOT NULL,
  odid integer NOT NULL, flags integer NOT NULL, data text NOT NULL);
CREATE TABLE revlog (id integer PRIMARY KEY, cid integer NOT NULL, usn integer NOT NULL, ease integer NOT NULL, ivl integer NOT NULL,
  lastIvl integer NOT NULL, factor integer NOT NULL, time integer NOT NULL, type integer NOT NULL);
CREATE TABLE graves (usn integer NOT NULL, oid integer NOT NULL, type integer NOT NULL);
CREATE INDEX ix_notes_usn ON notes (usn);
CREATE INDEX ix_cards_usn ON cards (usn);
CREATE INDEX ix_revlog_usn ON revlog (usn);
CREATE INDEX ix_cards_nid ON cards (nid);
CREATE INDEX ix_cards_sched ON cards (did, queue, due);
CREATE INDEX ix_revlog_cid ON revlog (cid);
CREATE INDEX ix_notes_csum ON notes (csum);`;

/** The only row of `col`: creation and change times, settings, note types, decks, deck options, tags. */
export function collectionRow(decks: ReadonlyMap<number, string>, now: Date): (number | string)[] {
  const ms = now.getTime();
  const seconds = Math.floor(ms / 1000);
  const all = [[1, 'Default'] as const, ...decks];
  const conf = { curDeck: 1, activeDecks: [1], nextPos: 1, schedVer: 2, curModel: String(noteTypeId) };
  return [
    seconds,
    ms,
    ms,
    JSON.stringify(conf),
    JSON.stringify({ [noteTypeId]: noteType(seconds) }),
    JSON.stringify(Object.fromEntries(all.map(([id, name]) => [id, deck(id, name, seconds)]))),
    JSON.stringify({ 1: defaultOptions }),
    '{}',
  ];
}

const field = (name: string, ord: number) => ({
  name,
  ord,
  sticky: false,
  rtl: false,
  font: 'Arial',
  size: 20,
  media: [],
});

const noteType = (mod: number) => ({
  id: noteTypeId,
  name: noteTypeName,
  type: 0,
  mod,
  usn: -1,
  sortf: 0,
  did: 1,
  tmpls: [
    {
      name: 'Card 1',
      ord: 0,
      qfmt: '<div class="phrase" dir="auto">{{Phrase}}</div>',
      afmt: '{{FrontSide}}<hr id="answer"><div dir="auto">{{Meaning}}</div>{{#Context}}<p dir="auto">{{Context}}</p>{{/Context}}',
      bqfmt: '',
      bafmt: '',
      did: null,
    },
  ],
  flds: ['Phrase', 'Meaning', 'Context'].map(field),
  css: '.card { font-family: system-ui, sans-serif; font-size: 20px; text-align: center; } .phrase { font-size: 28px; }',
  latexPre: '',
  latexPost: '',
  latexsvg: false,
  req: [[0, 'all', [0]]],
  tags: [],
  vers: [],
});

const deck = (id: number, name: string, mod: number) => ({
  id,
  name,
  mod,
  usn: -1,
  desc: '',
  dyn: 0,
  conf: 1,
  collapsed: false,
  browserCollapsed: false,
  extendNew: 0,
  extendRev: 0,
  newToday: [0, 0],
  revToday: [0, 0],
  lrnToday: [0, 0],
  timeToday: [0, 0],
});

const defaultOptions = {
  id: 1,
  name: 'Default',
  mod: 0,
  usn: 0,
  maxTaken: 60,
  autoplay: true,
  timer: 0,
  replayq: true,
  new: { bury: true, delays: [1, 10], initialFactor: 2500, ints: [1, 4, 7], order: 1, perDay: 20 },
  rev: { bury: true, ease4: 1.3, fuzz: 0.05, ivlFct: 1, maxIvl: 36_500, perDay: 200 },
  lapse: { delays: [10], leechAction: 0, leechFails: 8, minInt: 1, mult: 0 },
};
