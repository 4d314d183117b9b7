import { type Profiles, profilesFor } from './detector.ts';
import { type Profile, parseProfile, profileAddress } from './profile.ts';

const loaded = new Map<string, Promise<Profile | null>>();

async function load(language: string): Promise<Profile | null> {
  try {
    const answer = await fetch(profileAddress(language));
    if (!answer.ok) throw new Error(`${answer.url} answered ${answer.status}`);
    return parseProfile(await answer.text());
  } catch {
    // Evicted after a failure, so that the next use retries; until then the result is unsure.
    loaded.delete(language);
    return null;
  }
}

/** Loads the profiles needed to distinguish these languages, each file once. */
export async function loadProfiles(languages: readonly string[]): Promise<Profiles> {
  const profiles = new Map<string, Profile>();
  await Promise.all(
    profilesFor(languages).map(async (language) => {
      const loading = loaded.get(language) ?? load(language);
      loaded.set(language, loading);
      const profile = await loading;
      if (profile) profiles.set(language, profile);
    }),
  );
  return profiles;
}
