import { updateProfileImage } from '@parlance/contract/account-care';
import { getOwnProfile, getProfile, searchUsers } from '@parlance/contract/people';
import {
  blockUser,
  listBlockedUsers,
  listSavedUsers,
  saveUser,
  unblockUser,
  unsaveUser,
} from '@parlance/contract/people-lists';
import { type Route, serve } from '#platform/serve';
import { blockPerson, listBlocked, unblockPerson } from './blocking.ts';
import { getProfileOf } from './people.ts';
import { setProfileImage } from './profile-image.ts';
import { listSaved, savePerson, unsavePerson } from './saving.ts';
import { searchPeople } from './search/search.ts';

export const peopleRoutes: Route[] = [
  serve(getOwnProfile, (platform, { caller }) => getProfileOf(platform, caller, caller.userId)),
  serve(getProfile, (platform, { caller, params }) => getProfileOf(platform, caller, params.userId)),
  serve(
    searchUsers,
    (platform, { caller, payload }) =>
      platform.replica.read(platform, (source) => searchPeople(source, caller, payload)),
    { weight: 5 },
  ),
  serve(blockUser, (platform, { caller, params }) => blockPerson(platform, caller, params.userId)),
  serve(unblockUser, (platform, { caller, params }) => unblockPerson(platform, caller, params.userId)),
  serve(listBlockedUsers, (platform, { caller, payload }) => listBlocked(platform, caller, payload)),
  serve(saveUser, (platform, { caller, params }) => savePerson(platform, caller, params.userId)),
  serve(unsaveUser, (platform, { caller, params }) => unsavePerson(platform, caller, params.userId)),
  serve(listSavedUsers, (platform, { caller, payload }) => listSaved(platform, caller, payload)),
  serve(updateProfileImage, (platform, { caller, file }) =>
    setProfileImage(platform, caller, file?.bytes ?? null),
  ),
];
