import { t } from '@parlance/words/current';
import { word } from '@parlance/words/word';
import { LanguageChip } from '#languages/language-chip';
import { classNames } from '#lib/class-names';

interface LanguageName {
  name: string;
  lang: string;
}

interface Testimonial {
  name: string;
  words: string;
  speaks: LanguageName;
  learning: LanguageName;
}

const testimonials: Testimonial[] = [
  {
    name: 'Tomasz',
    words: word(
      'I rehearsed my first message for an hour. She answered in five minutes, with mistakes of her own. That helped more than any course.',
    ),
    speaks: { name: 'Polski', lang: 'pl' },
    learning: { name: '한국어', lang: 'ko' },
  },
  {
    name: 'Ingrid',
    words: word(
      'Fifteen minutes on Tuesdays, before the children wake up. By spring I was dreaming in Portuguese. Badly, but still.',
    ),
    speaks: { name: 'Svenska', lang: 'sv' },
    learning: { name: 'Português', lang: 'pt' },
  },
  {
    name: 'Samir',
    words: word('He corrects my English, I correct his Arabic, and we argue about football in both.'),
    speaks: { name: 'العربية', lang: 'ar' },
    learning: { name: 'English', lang: 'en' },
  },
];

/** Quotes on alternating sides, like a conversation. */
export function Testimonials() {
  return (
    <section className="bg-sunken">
      <div className="mx-auto grid max-w-page gap-10 px-4 py-14 sm:px-6 lg:py-20">
        <h2 className="text-title">{t('They were shy, too')}</h2>
        <ul className="grid gap-8">
          {testimonials.map(({ name, words, speaks, learning }, position) => {
            const isAtEnd = position % 2 === 1;
            return (
              <li key={name} className={classNames('max-w-3xl', isAtEnd && 'sm:ms-auto')}>
                <figure className="grid gap-4">
                  <blockquote
                    className={classNames(
                      'rounded-xl border border-line bg-surface px-6 py-5 text-xl leading-relaxed lg:text-2xl lg:leading-relaxed shadow-raised sm:px-8 sm:py-6',
                      isAtEnd ? 'rounded-ee-sm' : 'rounded-es-sm',
                    )}
                  >
                    <p>{t(words)}</p>
                  </blockquote>
                  <figcaption
                    className={classNames(
                      'flex flex-wrap items-center gap-x-3 gap-y-2 px-1',
                      isAtEnd && 'sm:justify-end',
                    )}
                  >
                    <span className="font-semibold">{name}</span>
                    <LanguageChip voice="speaks" {...speaks} />
                    <LanguageChip voice="learning" {...learning} />
                  </figcaption>
                </figure>
              </li>
            );
          })}
        </ul>
      </div>
    </section>
  );
}
