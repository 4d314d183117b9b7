import { word } from '@parlance/words/word';
import type { ComponentType } from 'react';
import { languageChoices } from '#lib/language-choices';
import { AccountSection } from './account/account-section';
import { AppearanceSection } from './appearance-section';
import { AvailabilitySection } from './availability-section';
import { ContactSection } from './contact-section';
import { GoalSection } from './goal-section';
import { InterestsSection } from './interests-section';
import { InterfaceLanguageSection } from './interface-language-section';
import { LanguagesSection } from './languages-section';
import { NoticesSection } from './notices-section';
import { PrivacySection } from './privacy-section';
import { ProfileSection } from './profile-section';
import type { SectionHeading } from './section/settings-section';

export interface SettingsSectionEntry extends SectionHeading {
  Section: ComponentType<{ heading: SectionHeading }>;
}

const language = {
  id: 'interface',
  title: word('Language of the interface'),
  Section: InterfaceLanguageSection,
};

/** The sections in order. The interface language is listed only if there are several. */
export const settingsSections = (): SettingsSectionEntry[] => [
  { id: 'account', title: word('Account'), Section: AccountSection },
  { id: 'profile', title: word('Profile information'), Section: ProfileSection },
  { id: 'languages', title: word('Languages'), Section: LanguagesSection },
  { id: 'availability', title: word('Availability'), Section: AvailabilitySection },
  { id: 'goal', title: word('Daily goal'), Section: GoalSection },
  { id: 'interests', title: word('Interests'), Section: InterestsSection },
  ...(languageChoices().length > 1 ? [language] : []),
  // words: the heading of the choice between a light and a dark colour scheme
  { id: 'appearance', title: word('Appearance'), Section: AppearanceSection },
  { id: 'notices', title: word('Notifications'), Section: NoticesSection },
  { id: 'contact', title: word('Who may reach me'), Section: ContactSection },
  { id: 'privacy', title: word('Privacy'), Section: PrivacySection },
];
