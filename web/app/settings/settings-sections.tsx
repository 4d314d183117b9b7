import type { ComponentType } from 'react';
import { AccountSection } from './account/account-section';

/** What every section gets and hands on to its SettingsSection. */
export interface SectionHeading {
  /** The anchor; `availability`, `goal`, `interests` and `languages` are specified. */
  id: string;
  title: string;
}

export interface SettingsSectionEntry extends SectionHeading {
  Section: ComponentType<{ heading: SectionHeading }>;
}

/** The sections in their order: account, profile, languages, availability, goal, interests, notices. */
export const settingsSections: SettingsSectionEntry[] = [
  { id: 'account', title: 'Account', Section: AccountSection },
];
