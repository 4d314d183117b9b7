import {
  createLanguage,
  deleteLanguage,
  listLanguages,
  listOwnLanguages,
} from '@parlance/contract/languages';
import { type Route, serve } from '#platform/serve';
import { listLanguagesOf, removeLanguage, saveLanguage } from './languages.ts';

export const languagesRoutes: Route[] = [
  serve(createLanguage, (platform, { caller, payload }) => saveLanguage(platform, caller, payload)),
  serve(deleteLanguage, (platform, { caller, params }) =>
    removeLanguage(platform, caller, params.languageCode),
  ),
  serve(listOwnLanguages, async (platform, { caller }) => ({
    languages: await listLanguagesOf(platform, caller.userId),
  })),
  serve(listLanguages, async (platform, { params }) => ({
    languages: await listLanguagesOf(platform, params.userId),
  })),
];
