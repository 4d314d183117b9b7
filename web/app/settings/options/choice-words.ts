import type { User } from '@parlance/contract/account';
import { word } from '@parlance/words/word';

export type WritesToMe = NonNullable<User['writesToMe']>;
export type BooksMe = NonNullable<User['booksMe']>;

/** Label and effect of each choice of "Who may write to me". */
export const writers = {
  everybody: [word('Everybody'), word('First messages arrive with a notice, as you have set it.')],
  known: [
    word('New members ask first'),
    word('First messages of new members wait in “Requests”, without a notice.'),
  ],
  asking: [word('Everybody asks first'), word('All first messages wait in “Requests”, without a notice.')],
} satisfies Record<WritesToMe, [string, string]>;

/** Label and effect of each choice of "Who may book me". */
export const bookers = {
  everybody: [word('Everybody'), word('Anybody who sees a free time of yours can book it.')],
  met: [
    word('People I have written with'),
    word('Others see your free times and are asked to write to you first.'),
  ],
} satisfies Record<BooksMe, [string, string]>;
