import {
  createLanguage,
  deleteLanguage,
  listLanguages,
  listOwnLanguages,
} from '@parlance/contract/languages';
import { type Route, serve } from '#platform/serve';
import { listLanguagesOf, removeLanguage, saveLanguage } from './languages.ts';

export const languagesRoutes: Route[] = [
  serve(createLanguage, async (platform, { caller, payload }) => {
    await saveLanguage(platform, caller, payload);
    return {};
  }),
  serve(deleteLanguage, async (platform, { caller, params }) => {
    await removeLanguage(platform, caller, params.languageCode);
    return {};
  }),
  serve(listOwnLanguages, async (platform, { caller }) => ({
    languages: await listLanguagesOf(platform, caller.userId),
  })),
  serve(listLanguages, async (platform, { params }) => ({
    languages: await listLanguagesOf(platform, params.userId),
  })),
];
