import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import glossary from '#glossary.json' with { type: 'json' };
import { type Locale, locales } from '#src/locales';
import { styleFaults } from './find-style-faults.ts';

const narrow = '\u202f';
const faultsOf = (locale: Locale, translation: string, english = '') =>
  styleFaults(locale, english, translation);

describe('a text that a reader of the language would correct', () => {
  test.each<[Locale, string, string]>([
    ['fr', 'Toutes les semaines ?', 'U+202F'],
    ['fr', 'Toutes les semaines\u00a0?', 'U+202F'],
    ['fr', 'Toutes les semaines?', 'U+202F'],
    ['fr', 'Vraiment !', 'U+202F'],
    ['fr', '{name} : {message}', 'U+202F'],
    ['fr', '{name}: {message}', 'U+202F'],
    ['fr', 'Langue:', 'U+202F'],
    ['fr', 'Fini ; recommence', 'U+202F'],
    ['fr', `« Plus${narrow}»`, 'U+202F'],
    ['fr', `«${narrow}Plus »`, 'U+202F'],
    ['fr', '{share} %', 'U+202F'],
    ['ko', '{name} 님과의 세션', 'before 님'],
    ['zh-Hans', '与{name} 的交流', 'needs a space'],
    ['zh-Hans', '与 {name}的交流', 'needs a space'],
    ['zh-Hans', '最多400 个字符', 'needs a space'],
    ['zh-Hans', '最多 400个字符', 'needs a space'],
    ['zh-Hans', '请用https 打开', 'needs a space'],
    ['ru', 'Занятие с {name}', 'asks for a case'],
    ['ru', 'От {name}', 'asks for a case'],
    ['ru', 'Камера {name}', 'asks for a case'],
    ['ru', 'Жалоба на {reported}', 'asks for a case'],
    ['ru', '{name} пока нет.', 'genitive'],
    ['ar', 'يودّ {name} التبديل الآن.', 'masculine verb'],
    ['ar', 'بينكما مُرحِّل، فلا يرى {name} عنوان شبكتك.', 'masculine verb'],
    ['ar', 'الآن {language}. {name} يساعدك.', 'masculine verb'],
    ['ar', '{name} لم يحضر', 'masculine verb'],
    ['ar', 'غادر {name} الجلسة.', 'masculine verb'],
    ['ar', 'كتبها {name}', 'masculine verb'],
    ['fr', `{name} est prévenu(e)`, 'gender'],
    ['fr', `{name} est prévenu·e`, 'gender'],
    ['pt-BR', '{name} é avisado(a)', 'gender'],
    ['es', 'un compañero/a', 'gender'],
    ['de', 'Partner(in) finden', 'gender'],
    ['de', 'Freund:innen', 'gender'],
    ['ru', 'Ты пришёл(ла)', 'gender'],
  ])('%s: %s', (locale, text, fault) => {
    expect(faultsOf(locale, text)).toContainEqual(expect.stringContaining(fault));
  });

  test.each<[Locale, string]>([
    ['fr', `Toutes les semaines${narrow}? «${narrow}Plus${narrow}»${narrow}; {share}${narrow}%`],
    ['fr', 'La première moitié commence à 18:00.'],
    ['ko', '{name}님과의 세션'],
    ['zh-Hans', '与 {name} 的 5 次交流，{name}！会说{language}。'],
    ['ru', 'Занятие: {name}. Вы оба: ты и {name}, партнёром {name}, когда {name} согласится.'],
    ['ru', 'Языковой обмен, {name}'],
    ['ar', 'اقتراح من {name}: ليس يوم {day}، وحساب {name} لم يعد متاحًا.'],
    ['de', 'Speichern/Abbrechen (in {count} Tagen)'],
    ['es', 'Está (o no) y/o va'],
  ])('%s says it well: %s', (locale, text) => {
    expect(faultsOf(locale, text)).toEqual([]);
  });
});

describe('a term that the glossary does not have', () => {
  test('is told with the one to use, also with another ending or capital', () => {
    expect(faultsOf('ru', 'Фразы в твоём Разговорнике')).toEqual([
      'says "разговорник", the glossary: сборник фраз',
    ]);
    expect(faultsOf('ja', '役に立つ訂正')).toEqual(['says "訂正", the glossary: 添削']);
  });

  test('is looked for at the beginning of words only', () => {
    expect(faultsOf('de', 'Sprachpartner finden')).toEqual([]);
    expect(faultsOf('de', 'Partner finden')).toHaveLength(1);
  });

  test('may be right where the English says something else', () => {
    expect(faultsOf('pt-BR', 'Trocar foto', 'Change picture')).toEqual([]);
    expect(faultsOf('pt-BR', 'Dez trocas.', 'Ten turns.')).toHaveLength(1);
  });

  test('stands in no column of the glossary', () => {
    const table =
      readFileSync(join(import.meta.dirname, '../GLOSSARY.md'), 'utf8').split('## Terms')[1] ?? '';
    const [head = [], , ...rows] = table
      .split('\n')
      .filter((line) => line.startsWith('| '))
      .map((line) => line.split('|').map((cell) => cell.trim()));
    expect(rows.length).toBeGreaterThan(50);
    const faults = rows.flatMap((row) =>
      head.flatMap((locale, column) =>
        locale in locales && locale !== 'en' ? faultsOf(locale as Locale, row[column] ?? '', row[1]) : [],
      ),
    );
    expect(faults).toEqual([]);
  });

  test('is listed for languages that exist', () => {
    expect(Object.keys(glossary).filter((locale) => !(locale in locales))).toEqual([]);
  });
});
