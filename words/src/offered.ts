/** The languages people can choose, by what their readers call them. Every page carries these, so there is nothing else here. */
export const offeredNames = {
  en: 'English',
  es: 'Español',
  'pt-BR': 'Português',
  fr: 'Français',
  de: 'Deutsch',
  ja: '日本語',
  ko: '한국어',
  'zh-Hans': '简体中文',
  ar: 'العربية',
  ru: 'Русский',
} as const;
