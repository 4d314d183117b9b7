import type { HeadTag, PageData } from '@parlance/contract/page-renderer';
import type { FullProfile } from '@parlance/contract/people';
import { factsOf } from '@parlance/words/locales';
import type { Words } from '@parlance/words/words';
import { languageNameIn } from '#languages/languages';
import type { PageLocale } from '#platform/page-locale';

const brandName = 'Parlance';
const descriptionMaxLength = 200;

/** The metadata of a page for search engines, messengers and social networks. */
interface Preview {
  title: string;
  description: string;
  path: string;
  image: { url: string; alt: string; isLarge: boolean };
  isPerson: boolean;
}

/** The pages of the sitemap; member pages are shared by link and not listed. */
export const publicPages = ['/features', '/dashboard', '/privacy'] as const;
type PublicPage = (typeof publicPages)[number];

/** A page that is rendered for visitors; `data` is set for a profile. */
export interface VisitorPage {
  path: PublicPage | 'profile';
  data: PageData;
  /** A member who pauses is not to be found. */
  isPaused?: boolean;
}

/** The language and address of a rendered page. */
export interface Edition {
  words: Words;
  /** The language in the page's address; each is indexed separately. */
  named: PageLocale | null;
  offered: readonly PageLocale[];
  publicUrl: string;
}

/** The head tags of a page for search engines, messengers and social networks. */
export function headOf({ path, data, isPaused = false }: VisitorPage, edition: Edition): HeadTag[] {
  if (path !== 'profile') return pageHead(path, edition);
  return data.profile ? profileHead(data.profile, edition, isPaused) : missingProfileHead;
}

function pageHead(path: PublicPage, edition: Edition): HeadTag[] {
  const { words, publicUrl } = edition;
  return toHead(edition, {
    ...describePage(words, path),
    path,
    image: brandImage(words, publicUrl),
    isPerson: false,
  });
}

function describePage({ t }: Words, path: PublicPage): Pick<Preview, 'title' | 'description'> {
  if (path === '/features')
    return {
      title: brandLine({ t }),
      description: t(
        'Find somebody who speaks what you are learning and is learning what you speak. Write, send voice messages or book fifteen minutes to talk.',
      ),
    };
  if (path === '/privacy')
    return {
      title: `${t('Privacy')} · ${brandName}`,
      description: t('What Parlance stores, for how long, who sees it, and how to get and delete it.'),
    };
  return {
    title: `${t('Find Language Partners')} · ${brandName}`,
    description: t('Look for people by the language they speak or learn, and see when they have time.'),
  };
}

/** Contains only what a signed-out visitor sees. */
function profileHead(profile: FullProfile, edition: Edition, isPaused: boolean): HeadTag[] {
  const { words, publicUrl } = edition;
  const name = oneLine(profile.name) || words.t('Somebody');
  const head = toHead(edition, {
    title: `${name} · ${brandName}`,
    description: cut([...languageSentences(words, profile), oneLine(profile.description)].join(' ')),
    path: `/profile/${profile.userId}`,
    image: profile.profileImageUrl
      ? { url: new URL(profile.profileImageUrl, publicUrl).href, alt: name, isLarge: false }
      : brandImage(words, publicUrl),
    isPerson: true,
  });
  // Indexed but not archived, so that no copy outlives a change, ban or deletion.
  return [{ name: 'robots', content: isPaused ? 'noindex' : 'noarchive, noimageindex' }, ...head];
}

const missingProfileHead: HeadTag[] = [{ name: 'robots', content: 'noindex' }];

/** The address of a page in a language. The one without a language parameter is the default, in English. */
export const addressIn = (url: string, locale: PageLocale | null): string =>
  locale === null || locale === 'en' ? url : `${url}?lang=${locale}`;

/** Alternates of a page as pairs of hreflang and address; none with a single language. */
export function alternatesOf(url: string, offered: readonly PageLocale[]): [string, string][] {
  if (offered.length < 2) return [];
  return [...offered.map((locale): [string, string] => [locale, addressIn(url, locale)]), ['x-default', url]];
}

const brandLine = ({ t }: Pick<Words, 't'>): string => t('Parlance: your language for theirs');

const brandImage = (words: Words, publicUrl: string) => ({
  url: `${publicUrl}/og.png`,
  alt: `${words.t('Two speech bubbles, one leaning on the other.')} ${brandLine(words)}.`,
  isLarge: true,
});

function languageSentences(words: Words, { languages: spoken }: FullProfile): string[] {
  const named = (learning: boolean) =>
    words.list(
      spoken
        .filter((each) => each.learning === learning)
        .map(({ languageCode }) => languageNameIn(words, languageCode)),
    );
  const [speaks, learns] = [named(false), named(true)];
  return [
    ...(speaks ? [words.t('Speaks {languages}.', { languages: speaks })] : []),
    ...(learns ? [words.t('Learning {languages}.', { languages: learns })] : []),
  ];
}

/** The Open Graph form of a locale, such as `es_ES`. */
function networksLocale(locale: PageLocale): string {
  const { language, region } = new Intl.Locale(factsOf(locale).tag).maximize();
  return `${language}_${region}`;
}

function toHead(edition: Edition, { title, description, path, image, isPerson }: Preview): HeadTag[] {
  const { words, named, offered, publicUrl } = edition;
  const url = publicUrl + path;
  const canonical = addressIn(url, named);
  const metaNames: Record<string, string> = {
    description,
    'twitter:card': image.isLarge ? 'summary_large_image' : 'summary',
  };
  const properties: Record<string, string> = {
    'og:site_name': brandName,
    'og:type': isPerson ? 'profile' : 'website',
    'og:title': title,
    'og:description': description,
    'og:url': canonical,
    'og:locale': networksLocale(words.locale),
    'og:image': image.url,
    'og:image:alt': image.alt,
    ...(image.isLarge && { 'og:image:width': '1200', 'og:image:height': '630' }),
  };
  return [
    ...Object.entries(metaNames).map(([name, content]) => ({ name, content })),
    ...Object.entries(properties).map(([property, content]) => ({ property, content })),
    { rel: 'canonical', href: canonical },
    ...alternatesOf(url, offered).map(([hrefLang, href]) => ({ rel: 'alternate', hrefLang, href })),
  ];
}

const oneLine = (text: string): string => text.replace(/\s+/gu, ' ').trim();

/** Cuts at grapheme boundaries, so that emoji and accents stay whole. */
function cut(text: string): string {
  const characters = [...new Intl.Segmenter('en').segment(text)];
  if (characters.length <= descriptionMaxLength) return text;
  const kept = characters.slice(0, descriptionMaxLength - 1).map(({ segment }) => segment);
  return `${kept.join('').trimEnd()}…`;
}
