import * as calls from '@parlance/contract/phrases';
import { type Route, serve } from '#platform/serve';
import { exportBook } from './book-file.ts';
import { importBook } from './import.ts';
import { listPhrases } from './phrase-list.ts';
import { createPhrase, deletePhrase, updatePhrase } from './phrases.ts';
import { reviewPhrases } from './reviews.ts';

export const phrasesRoutes: Route[] = [
  serve(calls.listPhrases, (platform, { caller, payload }) => listPhrases(platform, caller, payload)),
  serve(calls.createPhrase, (platform, { caller, payload }) => createPhrase(platform, caller, payload)),
  serve(calls.updatePhrase, (platform, { caller, params, payload }) =>
    updatePhrase(platform, caller, { ...params, ...payload }),
  ),
  serve(calls.deletePhrase, (platform, { caller, params }) =>
    deletePhrase(platform, caller, params.phraseId),
  ),
  serve(calls.reviewPhrases, async (platform, { caller, payload }) => ({
    phrases: await reviewPhrases(platform, caller, payload.reviews),
  })),
  serve(calls.exportPhrases, (platform, { caller, payload }) => exportBook(platform, caller, payload.format)),
  serve(calls.importPhrases, (platform, { caller, payload, file }) =>
    importBook(platform, caller, payload, file),
  ),
];
