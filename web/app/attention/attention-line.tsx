import { counted, t } from '@parlance/words/current';
import ArrowRight from 'lucide-react/icons/arrow-right';
import { Link } from 'react-router';
import { nameOf } from '#people/person-name';
import { useSignedIn } from '#session/signed-in';
import { type AttentionKind, decideAttention } from './attention';
import { useWaiting, type WaitingItems } from './waiting';

interface Target {
  to: string;
  text: string;
}

/** The one thing that waits for the member, with a link, and the rest as plain links. Nothing where nothing waits. */
export function AttentionLine() {
  const { user } = useSignedIn();
  const items = useWaiting();
  if (!items) return null;
  const { prominent, others } = decideAttention(items.waiting);
  const links = [prominent, ...others].flatMap((kind) => {
    const target = kind && targetOf(kind, items, user.userId);
    return target ? [{ kind, ...target }] : [];
  });
  if (links.length === 0) return null;
  return (
    <nav aria-label={t('Waiting for you')}>
      <ul className="flex flex-wrap items-center gap-x-5">
        {links.map(({ kind, to, text }) => (
          <li key={kind}>
            <Link
              to={to}
              data-prominent={kind === prominent || undefined}
              className="flex min-h-11 items-center gap-1.5 rounded-md text-sm text-ink-soft underline-offset-4 hover:underline data-prominent:text-base data-prominent:font-semibold data-prominent:text-ink data-prominent:underline"
            >
              {text}
              {kind === prominent && (
                <ArrowRight aria-hidden="true" className="size-5 shrink-0 rtl:-scale-x-100" />
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function targetOf(
  kind: AttentionKind,
  { waiting, running, programmeId }: WaitingItems,
  userId: string,
): Target | null {
  const count = waiting[kind] ?? 0;
  switch (kind) {
    case 'session': {
      const partner = running?.userId === userId ? running.bookedByUser : running?.user;
      return partner
        ? {
            to: `/chat/${partner.userId}`,
            text: t('Join the session with {name}', { name: nameOf(partner) }),
          }
        : null;
    }
    // The notice is on the screen itself.
    case 'notice':
      return null;
    case 'proposal':
      return {
        to: '/appointments',
        text: counted(count, 'Answer 1 suggested time', 'Answer {count} suggested times'),
      };
    case 'hours':
      return {
        to: `/programmes/${programmeId}`,
        text: counted(count, 'Confirm the hours of 1 meeting', 'Confirm the hours of {count} meetings'),
      };
    case 'question':
      return {
        to: '/appointments',
        text: counted(count, 'Say whether 1 session took place', 'Say whether {count} sessions took place'),
      };
    case 'requests':
      return { to: '/requests', text: counted(count, 'Read 1 request', 'Read {count} requests') };
    case 'phrases':
      return {
        to: '/phrases/review',
        text: counted(count, 'Review 1 phrase', 'Review {count} phrases'),
      };
  }
}
