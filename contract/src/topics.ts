import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { languageCode } from './languages.ts';
import { uuid } from './text.ts';

/** How much of a language a topic takes, after the Common European Framework. */
export const topicBands = ['A1-A2', 'B1-B2', 'C1+'] as const;
export type TopicBand = (typeof topicBands)[number];

/** The first band ends below the first of these proficiencies, the second below the second. */
export const topicBandCuts = [0.2, 0.6] as const;

/** Something to talk about. Its id names it and nothing else: what it was chosen by is nobody's business. `starter` is how an answer may begin, for beginners. */
export const topic = z.object({
  topicId: z.string(),
  languageCode,
  band: z.enum(topicBands),
  text: z.string(),
  starter: z.nullable(z.string()),
});
export type Topic = z.output<typeof topic>;

/** How many topics are offered at once. */
export const topicsOffered = 3;

/** What two people could talk about: other topics every day, and never one that they have used. */
export const listTopics = endpoint({
  method: 'GET',
  path: '/chat/dm/{userId}/topics',
  access: 'signed-in',
  summary: 'Three topics for a conversation',
  params: z.object({ userId: uuid }),
  result: z.object({ topics: z.array(topic) }),
});
