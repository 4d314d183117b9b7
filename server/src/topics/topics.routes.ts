import * as calls from '@parlance/contract/topics';
import { type Route, serve } from '#platform/serve';
import { listTopics } from './topics.ts';

export const topicsRoutes: Route[] = [
  serve(calls.listTopics, (platform, { caller, params }) => listTopics(platform, caller, params.userId)),
];
