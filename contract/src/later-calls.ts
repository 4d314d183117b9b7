/** The names of later-api.ts, without what they need. */
export const laterCalls = [
  'listPhrases',
  'createPhrase',
  'updatePhrase',
  'deletePhrase',
  'reviewPhrases',
  'exportPhrases',
  'importPhrases',
  'listTopics',
  'translateMessage',
] as const;
