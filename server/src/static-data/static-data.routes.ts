import { dailyGoals } from '@parlance/contract/account-care';
import { voiceMaxBytes } from '@parlance/contract/chat';
import { interests } from '@parlance/contract/interest-catalogue';
import { languages } from '@parlance/contract/language-catalogue';
import { futureSlotsMax, slotDurations, slotHorizonDays } from '@parlance/contract/schedule';
import { getStaticData } from '@parlance/contract/static-data';
import { thanksWords } from '@parlance/contract/thanks';
import { adminUserId } from '#access/access';
import { isDemoOpen } from '#demo/demo';
import packageJson from '#package.json' with { type: 'json' };
import { isOwnHost } from '#platform/own-host';
import { serve } from '#platform/serve';

/** What every client loads once at start. */
export const staticDataRoutes = [
  serve(getStaticData, async (platform, { host }) => {
    const admin = await adminUserId(platform);
    const { google, analyticsUrl } = platform.config;
    return {
      ...(admin === null ? {} : { adminUserId: admin }),
      ...(google === null ? {} : { googleClientId: google.clientId }),
      ...(isDemoOpen(platform) && isOwnHost(platform.config, host) ? { hasDemoUser: true } : {}),
      ...(analyticsUrl === null ? {} : { analyticsUrl }),
      ...(platform.translator === null ? {} : { hasTranslation: true }),
      languages: [...languages],
      interests: [...interests],
      dailyGoals: [...dailyGoals],
      slotDurations: [...slotDurations],
      thanksWords: [...thanksWords],
      limits: { futureSlotsMax, slotHorizonDays, voiceMaxBytes },
      version: packageJson.version,
    };
  }),
];
