import type { StaticData } from '@parlance/contract/static-data';
import { speaking } from '@parlance/words/current';
import { type Locale, offeredLocales } from '@parlance/words/locales';
import { wordsOf } from '@parlance/words/server';
import { describe, expect, test } from 'vitest';
import { groupTitles } from '#settings/options/option-groups';
import { type OptionId, type OptionText, optionTexts } from '#settings/options/option-texts';
import { findOptions } from './find-options';
import { optionKeywords } from './option-keywords';

const everything = { googleClientId: 'id', oidcName: 'University' } as StaticData;
const ids = (query: string, staticData = everything) => findOptions(query, staticData).map(({ id }) => id);
const idsIn = (locale: Locale, query: string) => speaking(wordsOf(locale), () => ids(query));
const options = Object.entries(optionTexts) as [OptionId, OptionText][];

// Rules: docs/specification/settings.md
describe('every option', () => {
  test('is in one of at most seven groups', () => {
    expect(Object.keys(groupTitles).length).toBeLessThanOrEqual(7);
    for (const [, { group }] of options) expect(Object.keys(groupTitles)).toContain(group);
  });

  test.each(options)('%s has a label and one line about its effect', (_, { label, effect }) => {
    expect(label).not.toBe('');
    expect(effect.length).toBeGreaterThan(10);
    expect(effect.length).toBeLessThanOrEqual(110);
    expect(effect).toMatch(/^\S.*\.$/);
  });

  test.each(offeredLocales)('is found in %s by each of its search words and by its label', (locale) => {
    const words = wordsOf(locale);
    for (const [id, { label }] of options) {
      const searched = words.t(optionKeywords[id]).split(/[,،、，]\s*/);
      expect(searched.length, id).toBeGreaterThanOrEqual(3);
      for (const each of [words.t(label), ...searched])
        expect(idsIn(locale, each), `${id}: ${each}`).toContain(id);
    }
  });

  test('stands instead of another only if it is one itself', () => {
    for (const [, { instead }] of options) if (instead) expect(optionTexts).toHaveProperty([instead]);
  });
});

describe('the search', () => {
  test.each([
    ['en', 'PASSWORD', 'passkeys'],
    ['en', 'dark', 'colour-scheme'],
    ['es', 'contrasena', 'passkeys'],
    ['es', 'MÓVIL', 'phone'],
    ['pt-BR', 'sair', 'logout'],
    ['fr', 'defaut', null],
    ['fr', 'theme', 'colour-scheme'],
    ['de', 'Privatsphäre', 'push-names'],
    ['de', 'privatsphare', 'push-names'],
    ['ja', 'パスワード', 'passkeys'],
    ['ja', '退会', 'deletion'],
    ['ko', '탈퇴', 'deletion'],
    ['ko', '야간', 'colour-scheme'],
    ['zh-Hans', '深色', 'colour-scheme'],
    ['zh-Hans', '黑名单', 'blocked-list'],
    ['ar', 'كلمة السر', 'passkeys'],
    ['ar', 'الحظر', 'blocked-list'],
    ['ar', 'حظر', 'blocked-list'],
    ['ru', 'темная', 'colour-scheme'],
    ['ru', 'пароль', 'passkeys'],
  ] as const)('finds in %s by "%s" the option %s', (locale, query, id) => {
    const found = idsIn(locale, query);
    if (id === null) expect(found).toEqual([]);
    else expect(found).toContain(id);
  });

  test('takes the beginning of a word, not its middle', () => {
    expect(ids('avat')).toEqual(['picture']);
    expect(ids('vatar')).toEqual([]);
  });

  test('wants every word, in any order', () => {
    expect(ids('mode dark')).toEqual(['colour-scheme']);
    expect(ids('dark zebra')).toEqual([]);
  });

  test.each([
    ['en', 'pause', 'pause'],
    ['en', 'dark', 'colour-scheme'],
    ['en', 'language', 'locale'],
    ['en', 'password', 'passkeys'],
    ['en', 'email', 'email'],
    ['en', 'block', 'blocked-list'],
    ['en', 'delete', 'deletion'],
    ['en', 'notifications', 'device-notices'],
    ['en', 'sound', 'device-notices'],
    ['en', 'calendar', 'slots'],
    ['en', 'time zone', 'weekly-hours-form'],
    ['en', 'goal', 'daily-goal'],
    ['en', 'passkey', 'passkeys'],
    ['en', 'export', 'export'],
    ['en', 'picture', 'picture'],
    ['en', 'who can write', 'writes-to-me'],
    ['en', 'who can book', 'books-me'],
    ['en', 'name', 'name'],
    ['en', 'phone', 'phone'],
    ['en', 'log out', 'logout'],
    ['en', 'sign out', 'logout'],
    ['en', 'privacy', 'privacy-presets'],
    ['en', 'hide', 'pause'],
    ['en', 'online', 'shows-activity'],
    ['en', 'mute', 'device-notices'],
    ['en', 'unsubscribe', 'mail-sessions'],
    ['en', 'schedule', 'weekly-hours-form'],
    ['en', 'remove account', 'deletion'],
    ['de', 'Pause', 'pause'],
    ['de', 'Passwort', 'passkeys'],
    ['de', 'Sprache', 'locale'],
    ['de', 'dunkel', 'colour-scheme'],
    ['de', 'Konto löschen', 'deletion'],
    ['de', 'Benachrichtigungen', 'device-notices'],
    ['ar', 'كلمة السر', 'passkeys'],
    ['ar', 'اللغة', 'locale'],
    ['ar', 'داكن', 'colour-scheme'],
    ['ar', 'حذف الحساب', 'deletion'],
    ['ar', 'الإشعارات', 'device-notices'],
    ['ja', 'パスワード', 'passkeys'],
    ['ja', '言語', 'locale'],
    ['ja', 'ダーク', 'colour-scheme'],
    ['ja', '退会', 'deletion'],
    ['ja', '通知', 'device-notices'],
    ['ko', '언어', 'locale'],
    ['zh-Hans', '语言', 'locale'],
    ['es', 'pausa', 'pause'],
    ['fr', 'pause', 'pause'],
    ['pt-BR', 'pausa', 'pause'],
    ['ru', 'пауза', 'pause'],
  ] as const)('in %s shows for "%s" first the option %s', (locale, query, id) => {
    expect(idsIn(locale, query)[0]).toBe(id);
  });

  test('finds a whole group by its title', () => {
    expect(ids('privacy')).toEqual(
      expect.arrayContaining(['writes-to-me', 'shows-activity', 'blocked-list']),
    );
  });

  test('leaves out what the installation does not offer', () => {
    expect(ids('university')).toEqual(['organisation']);
    expect(ids('university', {} as StaticData)).toEqual([]);
    expect(ids('google', {} as StaticData)).toEqual(['busy-calendar']);
  });

  test.each(['', '   ', '!?', '“”'])('finds nothing by "%s"', (query) => {
    expect(ids(query)).toEqual([]);
  });

  test('cuts long input and takes it as it is', () => {
    expect(ids(`${'(zq+)+'.repeat(50_000)}$`)).toEqual([]);
    expect(ids('.*')).toEqual([]);
  });

  test('names the part of the group where two labels are the same', () => {
    const places = findOptions('new messages', everything).map(({ id, place }) => [id, place]);
    expect(places).toContainEqual(['push-messages', 'Notifications: What your devices tell you']);
    expect(places).toContainEqual(['mail-messages', 'Notifications: By email']);
  });
});
