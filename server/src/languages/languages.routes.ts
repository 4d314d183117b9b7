import * as calls from '@parlance/contract/languages';
import { type Route, serve } from '#platform/serve';
import { listLanguagesOf, removeLanguage, saveLanguage } from './languages.ts';

export const languagesRoutes: Route[] = [
  serve(calls.createLanguage, (platform, { caller, payload }) => saveLanguage(platform, caller, payload)),
  serve(calls.deleteLanguage, (platform, { caller, params }) =>
    removeLanguage(platform, caller, params.languageCode),
  ),
  serve(calls.listOwnLanguages, async (platform, { caller }) => ({
    languages: await listLanguagesOf(platform, caller.userId),
  })),
  serve(calls.listLanguages, async (platform, { params }) => ({
    languages: await listLanguagesOf(platform, params.userId),
  })),
];
