import type { ContactRequest } from '@parlance/contract/contact';
import type { UserLanguage } from '@parlance/contract/languages';
import { counted, t } from '@parlance/words/current';
import MessageCircle from 'lucide-react/icons/message-circle';
import { useEffect, useRef, useState } from 'react';
import { useNavigationType } from 'react-router';
import { LanguageChip } from '#languages/language-chip';
import { languageTitle } from '#languages/language-name';
import { useLaterModule } from '#lib/use-later-module';
import { levelLabel } from '#people/language-label';
import { Button } from '#ui/button';
import { AnswerForm } from './answer-form';
import { RequestHeader } from './request-header';
import { hereSince, isCut, requestWords } from './request-text';
import { useDecline } from './use-decline';

const speaksFirst = (one: UserLanguage, other: UserLanguage) => Number(one.learning) - Number(other.learning);

/** One request. Opening it calls nothing: delivery and read marks stay as they are. */
export function RequestView({ request }: { request: ContactRequest }) {
  const { profile, languages, messageCount } = request;
  const [isAnswering, setAnswering] = useState(false);
  const [isRefusing, setRefusing] = useState(false);
  const refuse = useLaterModule(() => import('./refuse-dialog'), {
    isWanted: isRefusing,
    onMissing: () => setRefusing(false),
  });
  const { decline, isDeclining } = useDecline(profile);
  const article = useRef<HTMLElement>(null);
  // Pressed in the list beside it, which would keep the focus; an address that was opened does not move it.
  const isPressed = useNavigationType() === 'PUSH';
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the request opens
  useEffect(() => {
    if (isPressed) article.current?.focus({ preventScroll: true });
  }, []);
  return (
    <article
      ref={article}
      tabIndex={-1}
      aria-labelledby="request-name"
      aria-describedby="request-text"
      className="mx-auto grid w-full max-w-2xl gap-5 px-4 py-6 outline-none sm:px-6"
    >
      <RequestHeader profile={profile}>
        <p className="text-ink-soft">
          {hereSince(profile.createdAt)}
          {' · '}
          {counted(messageCount, '1 message', '{count} messages')}
        </p>
      </RequestHeader>
      <ul className="flex flex-wrap gap-2 empty:hidden">
        {languages.toSorted(speaksFirst).map((language) => (
          <li key={language.languageCode}>
            <LanguageChip
              voice={language.learning ? 'learning' : 'speaks'}
              name={languageTitle(language.languageCode)}
              level={levelLabel(language)}
            />
          </li>
        ))}
      </ul>
      <div id="request-text" className="grid gap-3">
        {/* Plain text: an address in it is not a link before the answer. */}
        <p
          dir={request.text === null ? undefined : 'auto'}
          className="rounded-xl border border-line bg-surface px-4 py-3 leading-normal wrap-anywhere whitespace-pre-wrap"
        >
          {requestWords(request)}
        </p>
        <CalmLines request={request} />
      </div>
      <AnswerForm partner={profile} isOpen={isAnswering} onOpen={() => setAnswering(true)} />
      <div className="flex flex-wrap items-center gap-3">
        {/* Stays mounted: if the pressed button is removed, Orca does not read the focused field and treats letters as commands. */}
        <Button
          variant={isAnswering ? 'secondary' : 'primary'}
          aria-expanded={isAnswering}
          onClick={() => {
            setAnswering(true);
            // Already open: the form moves the focus only when it opens.
            article.current?.querySelector('textarea')?.focus();
          }}
        >
          <MessageCircle aria-hidden="true" className="size-5" />
          {t('Answer')}
        </Button>
        <Button busy={isDeclining} onClick={decline}>
          {t('Decline')}
        </Button>
        <Button variant="quiet" className="ms-auto" onClick={() => setRefusing(true)}>
          {t('Block and report')}
        </Button>
      </div>
      {refuse && (
        <refuse.RefuseDialog request={request} open={isRefusing} onClose={() => setRefusing(false)} />
      )}
    </article>
  );
}

/** What the member should know before answering; never what others did with the sender. */
function CalmLines({ request }: { request: ContactRequest }) {
  const { durationMs, why, messageCount } = request;
  const lines = [
    why === 'contact'
      ? t(
          'It contains a link, a number or a contact elsewhere. Take your time: here you can block and report people, elsewhere we cannot help. Never send money to somebody you have not met.',
        )
      : t('This waits quietly. The sender does not see whether you open or decline it.'),
    durationMs !== null && t('You can play it once you have answered.'),
    (isCut(request) || messageCount > 1) && t('You see the rest once you have answered.'),
  ];
  return (
    <div className="grid gap-1 text-sm text-ink-soft">
      {lines.map((line) => line && <p key={line}>{line}</p>)}
    </div>
  );
}
