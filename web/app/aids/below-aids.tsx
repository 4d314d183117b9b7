import type { ChatMessage } from '@parlance/contract/chat';
import { t } from '@parlance/words/current';
import X from 'lucide-react/icons/x';
import { type MouseEvent, type ReactNode, useSyncExternalStore } from 'react';
import { languageName } from '#languages/language-name';
import { Button } from '#ui/button';
import { Spinner } from '#ui/spinner';
import {
  type ShownAids,
  type ShownTranslation,
  showAid,
  shownAidsOf,
  subscribeShownAids,
} from './shown-aids';

/** Requested aids below a message, until dismissed or the screen is left. */
export function BelowAids({ message: { chatMessageId } }: { message: ChatMessage }) {
  const shown = useSyncExternalStore(subscribeShownAids, () => shownAidsOf(chatMessageId));
  if (!shown) return null;
  const { translation, reading, onStop } = shown;
  const hide = (aid: ShownAids) => leaving(() => showAid(chatMessageId, aid));
  return (
    <div className="grid max-w-full gap-1.5 pt-1.5 empty:hidden">
      {onStop && (
        <p className="flex items-center gap-2 text-sm text-ink-soft">
          {t('Reading aloud…')}
          <Button variant="quiet" onClick={leaving(onStop)}>
            {t('Stop')}
          </Button>
        </p>
      )}
      {reading && (
        <Note caption={t('Reading')} onHide={hide({ reading: undefined })}>
          <Reading {...reading} />
        </Note>
      )}
      {translation && <Translation translation={translation} onHide={hide({ translation: undefined })} />}
    </div>
  );
}

/** The pressed button unmounts: the focus returns to the message's options. */
function leaving(act: () => void) {
  return ({ currentTarget }: MouseEvent) => {
    currentTarget.closest('li')?.querySelector('button')?.focus();
    act();
  };
}

interface NoteProps {
  caption: string;
  onHide: (event: MouseEvent) => void;
  children: ReactNode;
}

function Note({ caption, onHide, children }: NoteProps) {
  return (
    <div className="flex items-start gap-1 border-s-2 border-line-strong ps-3">
      <div className="min-w-0 flex-1 py-1">
        {children}
        <p className="pt-0.5 text-sm text-ink-soft">{caption}</p>
      </div>
      <Button variant="quiet" aria-label={t('Hide')} onClick={onHide} className="px-0!">
        <X aria-hidden="true" className="size-4" />
      </Button>
    </div>
  );
}

function Reading({ pieces, languageCode }: NonNullable<ShownAids['reading']>) {
  let at = 0;
  const placed = pieces.map((piece) => {
    const key = at;
    at += piece.text.length;
    return { ...piece, key };
  });
  return (
    <p lang={languageCode} dir="auto" className="leading-loose [overflow-wrap:anywhere] whitespace-pre-wrap">
      {placed.map(({ key, text, reading }) =>
        reading === null ? (
          text
        ) : (
          <ruby key={key}>
            {text}
            <rp>(</rp>
            <rt className="px-0.5 text-xs text-ink-soft">{reading}</rt>
            <rp>)</rp>
          </ruby>
        ),
      )}
    </p>
  );
}

interface TranslationProps extends Pick<NoteProps, 'onHide'> {
  translation: ShownTranslation;
}

function Translation({ translation, onHide }: TranslationProps) {
  if (translation.state === 'failed') {
    return (
      <div role="alert" className="flex flex-wrap items-center gap-x-2 text-sm text-danger">
        {translation.why}
        <Button variant="quiet" onClick={leaving(translation.onRetry)}>
          {t('Try again')}
        </Button>
        <Button variant="quiet" onClick={onHide}>
          {t('Hide')}
        </Button>
      </div>
    );
  }
  // One live region for progress and result: many screen readers ignore a region that mounts with its content.
  return (
    <div role="status">
      {translation.state === 'working' ? (
        <p className="flex items-center gap-2 py-2 text-sm text-ink-soft">
          <Spinner decorative />
          {t('Translating…')}
        </p>
      ) : (
        <Translated {...translation} onHide={onHide} />
      )}
    </div>
  );
}

type TranslatedProps = Extract<ShownTranslation, { state: 'done' }> & Pick<NoteProps, 'onHide'>;

function Translated({ text, languageCode, by, onHide }: TranslatedProps) {
  const language = languageName(languageCode);
  return (
    <Note
      onHide={onHide}
      caption={
        by === 'device'
          ? t('Translated into {language} by this device', { language })
          : t('Translated into {language} by a machine', { language })
      }
    >
      <p lang={languageCode} dir="auto" className="[overflow-wrap:anywhere] whitespace-pre-wrap">
        {text}
      </p>
    </Note>
  );
}
