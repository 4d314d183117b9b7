import { updateProfileImage } from '@parlance/contract/account-care';
import { blockUser, getOwnProfile, getProfile, searchUsers, unblockUser } from '@parlance/contract/people';
import { type Route, serve } from '#platform/serve';
import { blockPerson, unblockPerson } from './blocking.ts';
import { getProfileOf } from './people.ts';
import { setProfileImage } from './profile-image.ts';
import { searchPeople } from './search/search.ts';

export const peopleRoutes: Route[] = [
  serve(getOwnProfile, (platform, { caller }) => getProfileOf(platform, caller, caller.userId)),
  serve(getProfile, (platform, { caller, params }) => getProfileOf(platform, caller, params.userId)),
  serve(searchUsers, (platform, { caller, payload }) => searchPeople(platform, caller, payload), {
    weight: 5,
  }),
  serve(blockUser, (platform, { caller, params }) => blockPerson(platform, caller, params.userId)),
  serve(unblockUser, (platform, { caller, params }) => unblockPerson(platform, caller, params.userId)),
  serve(updateProfileImage, (platform, { caller, file }) =>
    setProfileImage(platform, caller, file?.bytes ?? null),
  ),
];
