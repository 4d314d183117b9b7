/** The selectable languages, by their native names. Every page loads this file, so it contains nothing else. */
export const offeredNames = {
  en: 'English',
  es: 'Español',
  'pt-BR': 'Português (Brasil)',
  fr: 'Français',
  de: 'Deutsch',
  ja: '日本語',
  ko: '한국어',
  'zh-Hans': '简体中文',
  ar: 'العربية',
  ru: 'Русский',
} as const;
