import { t } from '@parlance/words/current';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { pageTitle } from '#lib/brand';
import { scrollKeyOf } from '#lib/scroll-place';
import { LogoutButton } from './logout-button';
import { SettingsBannersProvider } from './settings-banners';
import { SettingsContents } from './settings-contents';
import { settingsSections } from './settings-sections';

export const meta = () => [{ title: pageTitle(t('Settings')) }];

export default function Settings() {
  useScrollToAnchor();
  const [sections] = useState(settingsSections);
  return (
    <SettingsBannersProvider>
      <h1 className="text-title">{t('Settings')}</h1>
      <div className="grid gap-x-12 pt-8 lg:grid-cols-[12rem_minmax(0,1fr)]">
        <SettingsContents sections={sections} />
        <div className="min-w-0">
          {sections.map(({ Section, ...heading }) => (
            <Section key={heading.id} heading={heading} />
          ))}
          <div className="border-t border-line py-10">
            <LogoutButton />
          </div>
        </div>
      </div>
    </SettingsBannersProvider>
  );
}

/** Nobody who has begun to read or type is moved any more. */
const ownMoves = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/** The sections appear after the session is known, when the browser has given up looking for the anchor. */
function useScrollToAnchor() {
  const location = useLocation();
  const { hash } = location;
  const place = scrollKeyOf(location);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every press of an anchor scrolls, and another week does not
  useEffect(() => {
    const section = hash ? document.getElementById(decodeURIComponent(hash.slice(1))) : null;
    if (!section) return;
    section.scrollIntoView();
    // Sections above it still grow while what they show is being fetched.
    const growth = new ResizeObserver(() => section.scrollIntoView());
    growth.observe(document.body);
    const letGo = () => growth.disconnect();
    for (const move of ownMoves) window.addEventListener(move, letGo, { once: true, passive: true });
    return () => {
      letGo();
      for (const move of ownMoves) window.removeEventListener(move, letGo);
    };
  }, [place]);
}
