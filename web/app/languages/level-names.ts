import type { ProficiencyLevel } from '@parlance/contract/languages';
import { word } from '@parlance/words/word';

export const levelNames: Record<ProficiencyLevel, string> = {
  beginner: word('Beginner'),
  intermediate: word('Intermediate'),
  advanced: word('Advanced'),
  fluent: word('Fluent'),
};
