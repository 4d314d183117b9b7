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
import { type GroupId, groupTitles } from './options/option-groups';
import { PresetsSection } from './presets-section';
import { PrivacySection } from './privacy-section';
import { ProfileSection } from './profile-section';
import type { SectionHeading } from './section/settings-section';

interface SectionEntry {
  /** The anchor, where it differs from that of the group. */
  id?: string;
  title: string;
  Section: ComponentType<{ heading: SectionHeading }>;
}

export interface SettingsGroup {
  id: GroupId;
  title: string;
  sections: SectionEntry[];
}

/** The groups with their sections, in order. The interface language is listed only if there are several. */
export function settingsGroups(): SettingsGroup[] {
  const language = { title: word('Language of the interface'), Section: InterfaceLanguageSection };
  const sections: Record<GroupId, SectionEntry[]> = {
    account: [{ title: groupTitles.account, Section: AccountSection }],
    profile: [
      { title: word('Profile information'), Section: ProfileSection },
      { id: 'interests', title: word('Interests'), Section: InterestsSection },
    ],
    languages: [
      { title: word('Languages'), Section: LanguagesSection },
      { id: 'goal', title: word('Daily goal'), Section: GoalSection },
    ],
    availability: [{ title: groupTitles.availability, Section: AvailabilitySection }],
    notices: [{ title: groupTitles.notices, Section: NoticesSection }],
    privacy: [
      { id: 'presets', title: word('Strict or open'), Section: PresetsSection },
      { id: 'contact', title: word('Who may reach me'), Section: ContactSection },
      { id: 'visibility', title: word('What others see'), Section: PrivacySection },
    ],
    interface: [
      ...(languageChoices().length > 1 ? [language] : []),
      // words: the heading of the choice between a light and a dark colour scheme
      { id: 'appearance', title: word('Appearance'), Section: AppearanceSection },
    ],
  };
  return (Object.keys(groupTitles) as GroupId[]).map((id) => ({
    id,
    title: groupTitles[id],
    sections: sections[id],
  }));
}

/** The group of an address or anchor: its own, or that of one of its sections. */
export const groupOf = (groups: SettingsGroup[], anchor: string | undefined): SettingsGroup | undefined =>
  groups.find(
    ({ id, sections }) => id === anchor || sections.some((section) => section.id === anchor && anchor),
  );
