import type { FullProfile } from '@parlance/contract/people';
import { t } from '@parlance/words/current';
import X from 'lucide-react/icons/x';
import { languageName, languageTitle } from '#languages/language-name';
import { classNames } from '#lib/class-names';
import { nameOf } from '#people/person-name';
import { Button } from '#ui/button';
import type { LanguageShare } from './language-share';
import { useLanguagePair } from './use-message-language';

export interface ShareNoteProps {
  share: LanguageShare;
  partner: FullProfile;
  onHide: () => void;
}

/** Recent language share and a suggestion of which language to use. */
export function ShareNote({ share, partner, onHide }: ShareNoteProps) {
  const { more, less, moreShare, lessShare } = share;
  const practised = useLanguagePair(partner)?.practised ?? null;
  const values = {
    more: languageTitle(more),
    moreShare,
    less: languageName(less),
    lessShare,
  };
  const language = languageName(less);
  return (
    <div className="flex items-center gap-2 rounded-md bg-sunken ps-3">
      <div className="min-w-0 flex-1 py-2 text-sm">
        <div aria-hidden="true" className="mb-1.5 flex h-1.5 overflow-hidden rounded-full">
          {[
            { code: more, width: moreShare },
            { code: less, width: lessShare },
          ].map(({ code, width }) => (
            <span
              key={code}
              style={{ width: `${width}%` }}
              className={classNames(
                'edge-when-forced',
                code === practised ? 'bg-learn-bright' : 'bg-speak-bright',
              )}
            />
          ))}
        </div>
        <p>
          {/* words: the share of two languages in a conversation, such as: Spanish and English, about 60 : 40 */}
          {t('{more} and {less}, about {moreShare} : {lessShare} in the last weeks.', values)}{' '}
          {moreShare === lessShare ? (
            t('An even split.')
          ) : less === practised ? (
            t('Your turn: how about {language} next?', { language })
          ) : (
            <span dir="auto">
              {t('{name}’s turn: how about {language} next?', { name: nameOf(partner), language })}
            </span>
          )}
        </p>
      </div>
      <Button variant="quiet" aria-label={t('Hide for today')} onClick={onHide} className="px-0!">
        <X aria-hidden="true" className="size-4" />
      </Button>
    </div>
  );
}
