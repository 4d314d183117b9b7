import type { ContactRequest } from '@parlance/contract/contact';
import { counted } from '@parlance/words/current';
import { Link } from 'react-router';
import { listTimeText } from '#chat/messages/message-text';
import { classNames } from '#lib/class-names';
import { nameOf } from '#people/person-name';
import { Avatar } from '#ui/avatar';
import { requestWords } from './request-text';

export interface RequestRowProps {
  request: ContactRequest;
  isOpen: boolean;
  now: Date;
}

/** The initial replaces the picture, which a stranger chooses. */
export function RequestRow({ request, isOpen, now }: RequestRowProps) {
  const { profile, createdAt, messageCount } = request;
  const name = nameOf(profile);
  return (
    <li>
      <Link
        to={`/requests/${profile.userId}`}
        aria-current={isOpen ? 'page' : undefined}
        className={classNames(
          'relative flex items-center gap-3 border-b border-line px-4 py-3 transition-colors hover:bg-sunken sm:px-6 lg:px-5',
          '-outline-offset-2 aria-[current]:bg-sunken aria-[current]:after:absolute aria-[current]:after:inset-y-0',
          'aria-[current]:after:inset-s-0 aria-[current]:after:w-0.5 aria-[current]:after:bg-ink',
        )}
      >
        <Avatar name={name} />
        <span className="grid min-w-0 flex-1 grid-cols-1">
          <span className="flex items-baseline gap-3">
            <span dir="auto" className="flex-1 truncate text-page-start font-medium">
              {name}
            </span>
            <time dateTime={createdAt.toISOString()} className="shrink-0 text-sm text-ink-faint tabular-nums">
              {listTimeText(createdAt, now)}
            </time>
          </span>
          <span className="flex items-baseline gap-3 leading-snug text-ink-soft">
            <span dir="auto" className="min-w-0 flex-1 truncate text-page-start">
              {requestWords(request).replaceAll(/\s+/g, ' ')}
            </span>
            {messageCount > 1 && (
              <span className="shrink-0 text-sm text-ink-faint">
                {counted(messageCount, '1 message', '{count} messages')}
              </span>
            )}
          </span>
        </span>
      </Link>
    </li>
  );
}
