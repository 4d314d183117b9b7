import type { ComponentType } from 'react';
import { AccountSection } from './account/account-section';
import { AvailabilitySection } from './availability-section';
import { GoalSection } from './goal-section';
import { InterestsSection } from './interests-section';
import { LanguagesSection } from './languages-section';
import { NoticesSection } from './notices-section';
import { ProfileSection } from './profile-section';
import type { SectionHeading } from './settings-section';

export interface SettingsSectionEntry extends SectionHeading {
  Section: ComponentType<{ heading: SectionHeading }>;
}

/** The sections in their order: account, profile, languages, availability, goal, interests, notices. */
export const settingsSections: SettingsSectionEntry[] = [
  { id: 'account', title: 'Account', Section: AccountSection },
  { id: 'profile', title: 'Profile information', Section: ProfileSection },
  { id: 'languages', title: 'Languages', Section: LanguagesSection },
  { id: 'availability', title: 'Availability', Section: AvailabilitySection },
  { id: 'goal', title: 'Daily goal', Section: GoalSection },
  { id: 'interests', title: 'Interests', Section: InterestsSection },
  { id: 'notices', title: 'Notifications', Section: NoticesSection },
];
