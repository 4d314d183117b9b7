import { spoken } from '@parlance/words/current';
import type { PageFacts } from '#lib/page-facts';

/** Head elements that only the server renders: hydration ignores unknown elements in the head. */
export function ServerTags({ version, words, head, preloads }: PageFacts) {
  return (
    <>
      <meta name="version" content={version} />
      {words && <meta name="words" content={JSON.stringify({ [spoken().locale]: words })} />}
      {words?.[0] && <Preload href={words[0]} />}
      {preloads.map((href) => (
        <Preload key={href} href={href} />
      ))}
      {head.map((attributes) => {
        const Tag = 'rel' in attributes ? 'link' : 'meta';
        return <Tag key={JSON.stringify(attributes)} {...attributes} />;
      })}
    </>
  );
}

/** Preload with low priority, after everything that the first paint needs. */
function Preload({ href }: { href: string }) {
  const isScript = href.endsWith('.js');
  return (
    <link
      fetchPriority="low"
      rel={isScript ? 'modulepreload' : 'preload'}
      as={isScript ? undefined : 'fetch'}
      href={href}
      crossOrigin="anonymous"
    />
  );
}
