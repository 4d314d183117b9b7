import { word } from '@parlance/words/word';
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
  { id: 'account', title: word('Account'), Section: AccountSection },
  { id: 'profile', title: word('Profile information'), Section: ProfileSection },
  { id: 'languages', title: word('Languages'), Section: LanguagesSection },
  { id: 'availability', title: word('Availability'), Section: AvailabilitySection },
  { id: 'goal', title: word('Daily goal'), Section: GoalSection },
  { id: 'interests', title: word('Interests'), Section: InterestsSection },
  { id: 'notices', title: word('Notifications'), Section: NoticesSection },
];
