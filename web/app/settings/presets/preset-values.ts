import type { User } from '@parlance/contract/account';

/** The choices that a preset sets: all fields of one call, so that a preset is applied whole or not at all. */
export interface PrivacyChoices {
  writesToMe: NonNullable<User['writesToMe']>;
  booksMe: NonNullable<User['booksMe']>;
  showsActivity: boolean;
  showsBookings: boolean;
}

/** A pause in the search is a state of the moment and belongs to no preset. */
export const presets = {
  strict: { writesToMe: 'asking', booksMe: 'met', showsActivity: false, showsBookings: false },
  open: { writesToMe: 'everybody', booksMe: 'everybody', showsActivity: true, showsBookings: true },
} satisfies Record<string, PrivacyChoices>;

export type PresetName = keyof typeof presets;

/** The stored choices; a member who has made none has the open ones. */
export function choicesOf(user: Pick<User, keyof PrivacyChoices>): PrivacyChoices {
  const { writesToMe, booksMe, showsActivity, showsBookings } = user;
  return {
    writesToMe: writesToMe ?? presets.open.writesToMe,
    booksMe: booksMe ?? presets.open.booksMe,
    showsActivity: showsActivity ?? presets.open.showsActivity,
    showsBookings: showsBookings ?? presets.open.showsBookings,
  };
}

/** The choices of `wanted` that differ from the present ones. */
export function changesTo(present: PrivacyChoices, wanted: Partial<PrivacyChoices>): Partial<PrivacyChoices> {
  return Object.fromEntries(
    Object.entries(wanted).filter(([name, value]) => present[name as keyof PrivacyChoices] !== value),
  );
}

/** The present values of the choices that `changes` would replace. */
export function valuesBefore(
  present: PrivacyChoices,
  changes: Partial<PrivacyChoices>,
): Partial<PrivacyChoices> {
  return Object.fromEntries(
    Object.keys(changes).map((name) => [name, present[name as keyof PrivacyChoices]]),
  );
}
