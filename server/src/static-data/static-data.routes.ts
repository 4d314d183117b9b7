import { dailyGoals } from '@parlance/contract/account-care';
import { voiceMaxBytes } from '@parlance/contract/chat';
import type { ResultOf } from '@parlance/contract/endpoint';
import { interests } from '@parlance/contract/interest-catalogue';
import { languages } from '@parlance/contract/language-catalogue';
import { futureSlotsMax, slotDurations, slotHorizonDays } from '@parlance/contract/schedule';
import { getStaticData } from '@parlance/contract/static-data';
import { thanksWords } from '@parlance/contract/thanks';
import { adminUserId, passkeyOriginOf } from '#access/access';
import { isDemoOpen } from '#demo/demo';
import packageJson from '#package.json' with { type: 'json' };
import { nodeState } from '#platform/node-state';
import { isOwnHost } from '#platform/own-host';
import type { Platform } from '#platform/platform';
import { serve } from '#platform/serve';

type StaticData = ResultOf<typeof getStaticData>;

/** The last answer per host kind: the identical object is encoded only once. */
const answeredBy = nodeState((): Partial<Record<'own' | 'other', StaticData>> => ({}));

/** The data that every client loads at start. */
export const staticDataRoutes = [
  serve(getStaticData, async (platform, { host }) => {
    const admin = (await adminUserId(platform)) ?? undefined;
    const hasDemoUser = isDemoOpen(platform) && isOwnHost(platform.config, host);
    const known = answeredBy(platform);
    const place = hasDemoUser ? 'own' : 'other';
    const last = known[place];
    const data = last?.adminUserId === admin && last ? last : staticData(platform, admin, hasDemoUser);
    known[place] = data;
    return data;
  }),
];

function staticData(platform: Platform, admin: string | undefined, hasDemoUser: boolean): StaticData {
  const { config, translator } = platform;
  const { google, oidc, signUp, analyticsUrl } = config;
  const passkeyOrigin = passkeyOriginOf(platform);
  return {
    ...(admin === undefined ? {} : { adminUserId: admin }),
    ...(google === null ? {} : { googleClientId: google.clientId }),
    ...(oidc === null ? {} : { oidcName: oidc.name }),
    ...(config.hasVisitors ? {} : { hasVisitors: false }),
    ...(signUp === 'open' ? {} : { signUp }),
    ...(hasDemoUser ? { hasDemoUser } : {}),
    ...(passkeyOrigin === null ? {} : { passkeyOrigin }),
    ...(analyticsUrl === null ? {} : { analyticsUrl }),
    ...(translator === null ? {} : { hasTranslation: true }),
    languages: [...languages],
    interests: [...interests],
    dailyGoals: [...dailyGoals],
    slotDurations: [...slotDurations],
    thanksWords: [...thanksWords],
    limits: { futureSlotsMax, slotHorizonDays, voiceMaxBytes },
    version: packageJson.version,
  };
}
