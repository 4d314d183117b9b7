import { t } from '@parlance/words/current';
import { word } from '@parlance/words/word';
import { useEffect, useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import { pageTitle } from '#lib/brand';
import { scrollKeyOf } from '#lib/scroll-place';
import { Field } from '#ui/field';
import { TextInput } from '#ui/text-input';
import { LogoutButton } from './logout-button';
import { SettingsBannersProvider } from './section/settings-banners';
import { SettingsContents } from './settings-contents';
import { settingsSections } from './settings-sections';
import { useFoundSections } from './use-found-sections';

interface RouteProps {
  params: { section?: string | undefined };
}

export const meta = ({ params }: RouteProps) => {
  const one = settingsSections().find(({ id }) => id === params.section);
  return [{ title: pageTitle(t(one?.title ?? word('Settings'))) }];
};

/**
 * All settings at one address with anchors, and each section at a separate address. Hidden sections stay mounted, so that their input is
 * kept.
 */
export default function Settings({ params }: RouteProps) {
  useScrollToAnchor();
  const [sections] = useState(settingsSections);
  const one = sections.find(({ id }) => id === params.section);
  const [query, setQuery] = useState('');
  const found = useFoundSections(sections, query);
  if (params.section !== undefined && !one) return <Navigate to="/settings" replace />;
  const isShown = (id: string) => (one ? id === one.id : (found?.has(id) ?? true));
  const isNoneFound = !one && found?.size === 0;
  return (
    <SettingsBannersProvider>
      <h1 className="text-title">{t('Settings')}</h1>
      <div className="grid gap-x-12 gap-y-8 pt-8 lg:grid-cols-[12rem_minmax(0,1fr)]">
        <SettingsContents sections={sections} shown={one?.id} />
        <div className="min-w-0">
          {!one && (
            <search className="block max-w-reading pb-8">
              <Field label={t('Search settings')}>
                <TextInput
                  type="search"
                  value={query}
                  autoComplete="off"
                  onChange={(event) => setQuery(event.target.value)}
                />
              </Field>
            </search>
          )}
          <div className="[&>section:not([hidden])~section]:border-t [&>section:not([hidden])~section]:pt-10">
            {sections.map(({ Section, ...heading }) => (
              <Section key={heading.id} heading={{ ...heading, isHidden: !isShown(heading.id) }} />
            ))}
          </div>
          <p role="status" className={isNoneFound ? 'pb-10 text-ink-soft' : 'sr-only'}>
            {isNoneFound && t('No setting contains these words.')}
          </p>
          <div className="border-t border-line py-10">
            <LogoutButton />
          </div>
        </div>
      </div>
    </SettingsBannersProvider>
  );
}

/** User input, after which the page no longer scrolls to the anchor. */
const ownMoves = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/** The sections render after the session is loaded, when the browser has already given up on the anchor. */
function useScrollToAnchor() {
  const location = useLocation();
  const { hash } = location;
  const place = scrollKeyOf(location);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every press of an anchor scrolls, and another week does not
  useEffect(() => {
    const section = hash ? document.getElementById(decodeURIComponent(hash.slice(1))) : null;
    if (!section) return;
    section.scrollIntoView();
    // Sections above it still grow while their data load.
    const growth = new ResizeObserver(() => section.scrollIntoView());
    growth.observe(document.body);
    const letGo = () => growth.disconnect();
    for (const move of ownMoves) window.addEventListener(move, letGo, { once: true, passive: true });
    return () => {
      letGo();
      for (const move of ownMoves) window.removeEventListener(move, letGo);
    };
  }, [place, hash]);
}
