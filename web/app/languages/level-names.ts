import type { ProficiencyLevel } from '@parlance/contract/languages';

/** The levels as people read them. */
export const levelNames: Record<ProficiencyLevel, string> = {
  beginner: 'Beginner',
  intermediate: 'Intermediate',
  advanced: 'Advanced',
  fluent: 'Fluent',
};
