import { accessEffects, accessJobs } from '#access/access';
import { accessRoutes } from '#access/access.routes';
import { accountRoutes, exportRoute } from '#account/account.routes';
import { aidsRoutes } from '#aids/aids.routes';
import { registerApiDocs } from '#api-docs/api-docs';
import { callEffects } from '#call/call.effects';
import { exportCalls } from '#call/call.export';
import { callJobs } from '#call/call.jobs';
import { callRoutes } from '#call/call.routes';
import { callSockets } from '#call/call.sockets';
import { chatEffects } from '#chat/chat.effects';
import { exportChat } from '#chat/chat.export';
import { chatRoutes } from '#chat/chat.routes';
import { chatSockets } from '#chat/chat.sockets';
import { registerSignedFiles } from '#chat/file-url';
import { chatJobs } from '#chat/removed-files';
import { measureCases } from '#contact/contact';
import { contactEffects } from '#contact/contact.effects';
import { exportContact } from '#contact/contact.export';
import { contactJobs } from '#contact/contact.jobs';
import { contactMails } from '#contact/contact.mails';
import { contactRoutes } from '#contact/contact.routes';
import { followUpEffects } from '#contact/follow-up.effects';
import { demoJobs } from '#demo/demo';
import { demoRoutes } from '#demo/demo.routes';
import { demoSockets } from '#demo/demo.sockets';
import { languagesRoutes } from '#languages/languages.routes';
import { moderationEffects } from '#moderation/moderation.effects';
import { moderationMails } from '#moderation/moderation.mails';
import { moderationRoutes } from '#moderation/moderation.routes';
import { exportNotify } from '#notify/notify.export';
import { notifyJobs } from '#notify/notify.jobs';
import { notifyMails } from '#notify/notify.mails';
import { notifyRoutes } from '#notify/notify.routes';
import { registerUnsubscribe } from '#notify/unsubscribe';
import { freeTimeJobs } from '#people/listing/free-times';
import { pauseJobs } from '#people/listing/pauses';
import { peopleEffects } from '#people/people.effects';
import { exportPeople } from '#people/people.export';
import { peopleRoutes } from '#people/people.routes';
import { registerMedia } from '#people/profile-image';
import { phrasesJobs } from '#phrases/left-packages';
import { phrasesEffects } from '#phrases/phrases.effects';
import { exportPhrasebook } from '#phrases/phrases.export';
import { phrasesRoutes } from '#phrases/phrases.routes';
import type { Http } from '#platform/http';
import { mailJobs } from '#platform/mail-delivery';
import type { Platform } from '#platform/platform';
import type { Route } from '#platform/serve';
import type { Config } from '#platform/settings';
import type { SocketRoute } from '#platform/socket-routes';
import { programmesEffects } from '#programmes/programmes.effects';
import { exportProgrammes } from '#programmes/programmes.export';
import { programmesJobs } from '#programmes/programmes.jobs';
import { programmesMails } from '#programmes/programmes.mails';
import { programmesRoutes } from '#programmes/programmes.routes';
import { progressRoutes } from '#progress/progress.routes';
import { bookAgain } from '#schedule/again';
import { registerCalendarFeed, scheduleJobs } from '#schedule/calendar-feed';
import { answerMove, proposeMove } from '#schedule/move-proposals';
import { scheduleMails } from '#schedule/notice-mails';
import { scheduleEffects } from '#schedule/schedule.effects';
import { exportSchedule } from '#schedule/schedule.export';
import { scheduleRoutes } from '#schedule/schedule.routes';
import { meetWeekly } from '#schedule/series';
import { seriesEffects } from '#schedule/series.effects';
import { seriesJobs } from '#schedule/series.jobs';
import { weeklyHoursJobs } from '#schedule/weekly-hours.jobs';
import { staticDataRoutes } from '#static-data/static-data.routes';
import { exportThanks } from '#thanks/thanks.export';
import { thanksRoutes } from '#thanks/thanks.routes';
import { exportTopics } from '#topics/topics.export';
import { topicsRoutes } from '#topics/topics.routes';
import { trustEffects } from '#trust/trust.effects';
import { exportTrust } from '#trust/trust.export';
import { trustJobs } from '#trust/trust.jobs';
import { trustRoutes } from '#trust/trust.routes';

/** Every API call. A contract call missing here fails the access matrix. */
export const routes: Route[] = [
  ...staticDataRoutes,
  ...accessRoutes,
  ...accountRoutes,
  exportRoute([
    exportPeople,
    exportSchedule,
    exportTrust,
    exportThanks,
    exportCalls,
    exportChat,
    exportContact,
    exportTopics,
    exportPhrasebook,
    exportNotify,
    exportProgrammes,
  ]),
  ...languagesRoutes,
  ...peopleRoutes,
  ...scheduleRoutes,
  ...trustRoutes,
  ...thanksRoutes,
  ...callRoutes,
  ...chatRoutes,
  ...contactRoutes,
  ...topicsRoutes,
  ...aidsRoutes,
  ...phrasesRoutes,
  ...progressRoutes,
  ...notifyRoutes,
  ...moderationRoutes,
  ...programmesRoutes,
];

/** Returns the calls of this installation, with the demo's where enabled. */
export const routesFor = ({ demoData }: Config): Route[] => (demoData ? [...routes, ...demoRoutes] : routes);

export const socketRoutes: SocketRoute[] = [...chatSockets, ...callSockets, ...demoSockets];

/** Registers routes outside the contract: files, feeds, pages, links for mail programs. */
export function registerPlainRoutes(http: Http, platform: Platform): void {
  registerApiDocs(http);
  registerMedia(http, platform);
  registerSignedFiles(http, platform);
  registerCalendarFeed(http, platform);
  registerUnsubscribe(http, platform);
}

/** Registers every slice's domain event handlers. */
export function followEffects(effects: Platform['effects']): void {
  accessEffects(effects);
  peopleEffects(effects);
  scheduleEffects(effects);
  callEffects(effects);
  seriesEffects(effects);
  trustEffects(effects);
  chatEffects(effects);
  contactEffects(effects);
  phrasesEffects(effects);
  followUpEffects(effects);
  moderationEffects(effects);
  programmesEffects(effects);
}

/** Registers gauges of slices. */
export function registerFigures(platform: Platform): void {
  measureCases(platform);
}

export async function defineJobs(platform: Platform): Promise<void> {
  accessJobs(platform);
  freeTimeJobs(platform);
  pauseJobs(platform);
  scheduleJobs(platform);
  seriesJobs(platform);
  weeklyHoursJobs(platform);
  callJobs(platform);
  trustJobs(platform);
  chatJobs(platform);
  contactJobs(platform);
  notifyJobs(platform);
  phrasesJobs(platform);
  programmesJobs(platform);
  mailJobs(platform, {
    ...scheduleMails,
    ...notifyMails,
    ...contactMails,
    ...moderationMails,
    ...programmesMails,
  });
  demoJobs(platform, { bookAgain, meetWeekly, proposeMove, answerMove });
}
