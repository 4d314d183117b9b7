import { laterWords, t } from '@parlance/words/current';
import { word } from '@parlance/words/word';
import { type KeyboardEvent, useRef, useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import { pageTitle } from '#lib/brand';
import { isComposingKey } from '#lib/composing-key';
import { useLaterModule } from '#lib/use-later-module';
import { Field } from '#ui/field';
import { TextInput } from '#ui/text-input';
import { LogoutButton } from './logout-button';
import { groupTitles } from './options/option-groups';
import { optionPlace, optionTexts } from './options/option-texts';
import { SettingsBannersProvider } from './section/settings-banners';
import { SettingsContents } from './settings-contents';
import { groupOf, type SettingsGroup, settingsGroups } from './settings-groups';
import { useAnchor } from './use-anchor';

interface RouteProps {
  params: { section?: string | undefined };
}

export const clientLoader = () => Promise.all([laterWords('settings')]);

export const meta = ({ params }: RouteProps) => {
  const one = groupOf(settingsGroups(), params.section);
  return [{ title: pageTitle(t(one?.title ?? word('Settings'))) }];
};

/**
 * All settings at one address with anchors, and each group at a separate address. Hidden groups stay mounted, so that their input is
 * kept.
 */
export default function Settings({ params }: RouteProps) {
  const [groups] = useState(settingsGroups);
  const one = groupOf(groups, params.section);
  // An address of its own from before the groups, such as /settings/goal, leads to the section in its group.
  useAnchor(one && one.id !== params.section ? params.section : undefined);
  const { key } = useLocation();
  const [typed, setTyped] = useState({ text: '', at: key });
  // Cleared by the new address and not by the press of a result: in between every group would be shown, and its live regions be read.
  const query = typed.at === key ? typed.text : '';
  const [isUsed, setUsed] = useState(false);
  const [isMissing, setMissing] = useState(false);
  const isSearching = query.trim() !== '';
  const search = useLaterModule(() => import('./search/found-options'), {
    isWanted: isUsed,
    onMissing: () => {
      setUsed(false);
      setMissing(true);
    },
  });
  const found = useRef<HTMLDivElement>(null);
  const openFirst = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !isComposingKey(event.nativeEvent))
      found.current?.querySelector('a')?.click();
  };
  const use = () => {
    setUsed(true);
    setMissing(false);
  };
  if (params.section !== undefined && !one) return <Navigate to="/settings" replace />;
  const isShown = ({ id }: SettingsGroup) => (one ? id === one.id : true) && !(search && isSearching);
  return (
    <SettingsBannersProvider>
      <h1 className="text-title">{t('Settings')}</h1>
      <div className="grid gap-x-12 gap-y-8 pt-8 lg:grid-cols-[12rem_minmax(0,1fr)]">
        <SettingsContents groups={groups} shown={one?.id} />
        <div className="min-w-0">
          <search className="block max-w-reading pb-8">
            <Field
              label={t('Search settings')}
              error={isMissing && t('It could not be loaded. Please try again.')}
            >
              <TextInput
                type="search"
                dir="auto"
                value={query}
                autoComplete="off"
                onFocus={use}
                onKeyDown={openFirst}
                onChange={(event) => {
                  use();
                  setTyped({ text: event.target.value, at: key });
                }}
              />
            </Field>
          </search>
          <div ref={found}>{search && <search.FoundOptions query={query.trim()} />}</div>
          <div className="[&>div:not([hidden])~div]:border-t [&>div:not([hidden])~div]:pt-10">
            {groups.map((group) => (
              <Group key={group.id} group={group} isHidden={!isShown(group)} />
            ))}
          </div>
          <div
            {...optionPlace('logout')}
            hidden={isSearching && search !== null}
            className="grid justify-items-start gap-2 border-t border-line py-10 [[hidden]]:hidden"
          >
            <LogoutButton />
            <p className="text-sm text-ink-soft">{t(optionTexts.logout.effect)}</p>
          </div>
        </div>
      </div>
    </SettingsBannersProvider>
  );
}

function Group({ group: { id, sections }, isHidden }: { group: SettingsGroup; isHidden: boolean }) {
  const level = sections.length > 1 ? 3 : 2;
  return (
    <div id={id} hidden={isHidden} className="scroll-mt-4 border-line [[hidden]]:hidden">
      {level === 3 && <h2 className="pb-6 text-2xl">{t(groupTitles[id])}</h2>}
      {sections.map(({ Section, ...heading }) => (
        <Section key={heading.title} heading={{ ...heading, level }} />
      ))}
    </div>
  );
}
