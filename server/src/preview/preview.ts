import { languages } from '@parlance/contract/language-catalogue';
import type { FullProfile } from '@parlance/contract/people';
import { escapeHtml } from '#platform/html-escape';
import type { PageHead } from '#platform/web-build';

const brandName = 'Parlance';
const brandLine = `${brandName}: your language for theirs`;
const descriptionMaxLength = 200;

/** A page as search engines, messengers and social networks describe it. */
interface Preview {
  title: string;
  description: string;
  url: string;
  image: { url: string; alt: string; isLarge: boolean };
  isPerson: boolean;
}

/** The pages that everybody may find; people's pages are shared by link and stand in no list. */
export const publicPages = [
  {
    path: '/features',
    title: brandLine,
    description:
      'Find somebody who speaks what you are learning and is learning what you speak. Write, send voice messages or book a quiet quarter of an hour.',
  },
  {
    path: '/dashboard',
    title: `Find Language Partners · ${brandName}`,
    description: 'Look for people by the language they speak or learn, and see when they have time.',
  },
] as const;

/** The head of one of the public pages. */
export function pageHead(page: (typeof publicPages)[number], publicUrl: string): PageHead {
  return toHead({
    ...page,
    url: `${publicUrl}${page.path}`,
    image: brandImage(publicUrl),
    isPerson: false,
  });
}

/** The head of a person's page; it says what the page shows to somebody who is not signed in, and no more. */
export function profileHead(profile: FullProfile, publicUrl: string): PageHead {
  const name = oneLine(profile.name) || 'Somebody';
  const head = toHead({
    title: `${name} · ${brandName}`,
    description: cut([...languageSentences(profile), oneLine(profile.description)].join(' ')),
    url: `${publicUrl}/profile/${profile.userId}`,
    image: profile.profileImageUrl
      ? { url: new URL(profile.profileImageUrl, publicUrl).href, alt: name, isLarge: false }
      : brandImage(publicUrl),
    isPerson: true,
  });
  // Found by whoever looks for it, but a copy does not outlive a change, a ban or a deletion.
  return {
    ...head,
    tags: `<meta name="robots" content="noarchive, noimageindex">${head.tags}`,
  };
}

/** The head of a person's page where there is no such person, or none that may be shown. */
export const nobodyHead: PageHead = {
  title: brandName,
  tags: '<meta name="robots" content="noindex">',
};

const brandImage = (publicUrl: string) => ({
  url: `${publicUrl}/og.png`,
  alt: `Two speech bubbles, one leaning on the other. ${brandLine}.`,
  isLarge: true,
});

function languageSentences({ languages: spoken }: FullProfile): string[] {
  const named = (learning: boolean) =>
    spoken
      .filter((each) => each.learning === learning)
      .map(({ languageCode }) => languages.find(({ code }) => code === languageCode)?.name)
      .filter((name) => name !== undefined)
      .join(', ');
  const [speaks, learns] = [named(false), named(true)];
  return [...(speaks ? [`Speaks ${speaks}.`] : []), ...(learns ? [`Learning ${learns}.`] : [])];
}

function toHead({ title, description, url, image, isPerson }: Preview): PageHead {
  const named: Record<string, string> = {
    description,
    'twitter:card': image.isLarge ? 'summary_large_image' : 'summary',
  };
  const properties: Record<string, string> = {
    'og:site_name': brandName,
    'og:type': isPerson ? 'profile' : 'website',
    'og:title': title,
    'og:description': description,
    'og:url': url,
    'og:image': image.url,
    'og:image:alt': image.alt,
    ...(image.isLarge && { 'og:image:width': '1200', 'og:image:height': '630' }),
  };
  const meta = (kind: string) => (entry: [string, string]) =>
    `<meta ${kind}="${entry[0]}" content="${escapeHtml(entry[1])}">`;
  const tags = [
    ...Object.entries(named).map(meta('name')),
    ...Object.entries(properties).map(meta('property')),
    `<link rel="canonical" href="${escapeHtml(url)}">`,
  ];
  return { title, tags: tags.join('') };
}

const oneLine = (text: string): string => text.replace(/\s+/gu, ' ').trim();

/** Whole characters only: half an emoji or a letter without its accent is not what the person wrote. */
function cut(text: string): string {
  const characters = [...new Intl.Segmenter('en').segment(text)];
  if (characters.length <= descriptionMaxLength) return text;
  const kept = characters.slice(0, descriptionMaxLength - 1).map(({ segment }) => segment);
  return `${kept.join('').trimEnd()}…`;
}
