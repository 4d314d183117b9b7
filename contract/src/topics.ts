import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { languageCode } from './languages.ts';
import { uuid } from './text.ts';

/** Levels of a topic, after the Common European Framework. */
export const topicBands = ['A1-A2', 'B1-B2', 'C1+'] as const;
export type TopicBand = (typeof topicBands)[number];

/** Proficiencies at which the second and the third band begin. */
export const topicBandCuts = [0.2, 0.6] as const;

/** A conversation topic. Its id is opaque: it must not reveal why the topic was chosen. `starter` begins an answer, for beginners. */
export const topic = z.object({
  topicId: z.string(),
  languageCode,
  band: z.enum(topicBands),
  text: z.string(),
  starter: z.nullable(z.string()),
});
export type Topic = z.output<typeof topic>;

export const topicsOffered = 3;

/** Topics for two members: different ones every day, never one they have used. */
export const listTopics = endpoint({
  method: 'GET',
  path: '/chat/dm/{userId}/topics',
  access: 'signed-in',
  summary: 'Three topics for a conversation',
  params: z.object({ userId: uuid }),
  result: z.object({ topics: z.array(topic) }),
});
