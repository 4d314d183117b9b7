import { spoken } from '@parlance/words/current';
import type { PageFacts } from '#lib/page-facts';

/** Elements of the head that the server alone renders: hydration leaves what it does not know in the head as it is. */
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

/** Fetched ahead of its import or call, behind everything that the first paint needs. */
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
