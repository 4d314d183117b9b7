import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import glossary from '#glossary.json' with { type: 'json' };
import { readEntries } from '#src/catalogue-file';
import { type Locale, locales } from '#src/locales';
import { styleFaults } from './find-style-faults.ts';
import { saidToTwo } from './said-to-two.ts';

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
    ['de', 'Wird gesendet ...', 'three dots'],
    ['zh-Hans', '正在发送...', 'three dots'],
    ['fr', 'Un message de {name}', 'elided'],
    ['fr', 'Jusqu’à ce que {reported} réponde', 'elided'],
    ['fr', 'Lorsque {reporter} arrive', 'elided'],
    ['es', 'Vuestra sesión', 'vosotros'],
    ['es', 'Para vosotros', 'vosotros'],
    ['es', 'Tú y {name}', 'first sound'],
    ['es', '{first} o {second}', 'first sound'],
    ['ja', '最大 10件', 'a space between Japanese'],
    ['ja', 'Google アカウント', 'a space between Japanese'],
    ['ja', '言語:', 'narrow colon'],
    ['ko', '저장했습니다.', 'formally'],
    ['ko', '다시 시도하십시오.', 'formally'],
    ['zh-Hans', '请输入手机号', '手机号码'],
    ['ru', 'Вы не вошли.', 'to one person'],
    ['ru', 'Проверь ваш адрес.', 'to one person'],
    ['ru', 'Попробуйте ещё раз.', 'to one person'],
    ['ru', 'Не волнуйтесь.', 'to one person'],
    ['ru', 'Вы оба согласны.', 'masculine'],
  ])('%s: %s', (locale, text, fault) => {
    expect(faultsOf(locale, text)).toContainEqual(expect.stringContaining(fault));
  });

  test.each<[Locale, string]>([
    ['fr', `Toutes les semaines${narrow}? «${narrow}Plus${narrow}»${narrow}; {share}${narrow}%`],
    ['fr', 'La première moitié commence à 18:00.'],
    ['ko', '{name}님과의 세션'],
    ['zh-Hans', '与 {name} 的 5 次交流，{name}！会说{language}。'],
    ['ru', 'Занятие: {name}. На сайте и в ответе: ты и {name}, партнёром {name}, когда {name} согласится.'],
    ['ru', 'Языковой обмен, {name}'],
    ['ar', 'اقتراح من {name}: ليس يوم {day}، وحساب {name} لم يعد متاحًا.'],
    ['de', 'Speichern/Abbrechen (in {count} Tagen)'],
    ['es', 'Está (o no) y/o va'],
    ['es', 'y {count} más, 30 o {fourth}, menos {name}'],
    ['fr', 'Message : {name}. Que {count} et que la personne ({name})'.replace(' :', `${narrow}:`)],
    ['ja', 'Googleアカウント：10件、18:30'],
    ['ko', '저장했어요. 다시 시도해 주세요…'],
    ['zh-Hans', '手机号码'],
  ])('%s says it well: %s', (locale, text) => {
    expect(faultsOf(locale, text)).toEqual([]);
  });
});

describe('Russian вы', () => {
  test('is allowed in texts that address both partners, but without оба', () => {
    const english = 'You did not meet in this session.';
    expect(faultsOf('ru', 'На этом занятии вы не встретились.', english)).toEqual([]);
    expect(faultsOf('ru', 'На этом занятии вы оба были.', english)).toHaveLength(1);
  });

  test('is listed for texts that exist', () => {
    const shown = readEntries('ru').filter(({ isObsolete }) => !isObsolete);
    const texts = new Set(shown.map(({ english, plural }) => plural ?? english));
    expect([...saidToTwo].filter((text) => !texts.has(text))).toEqual([]);
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

  test.each(
    Object.entries(glossary).flatMap(([locale, terms]) =>
      terms.map((term) => [locale as Locale, term] as const),
    ),
  )('%s: is found in a sentence: $not', (locale, term: { not: string; english?: string }) => {
    expect(faultsOf(locale, `(${term.not}).`, term.english)).toContainEqual(
      expect.stringContaining(`says "${term.not}"`),
    );
  });

  test('is listed for languages that exist', () => {
    expect(Object.keys(glossary).filter((locale) => !(locale in locales))).toEqual([]);
  });
});
