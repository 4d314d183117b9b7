import { type ChatSummary, previewMaxLength } from '@parlance/contract/chat';
import { counted, t } from '@parlance/words/current';
import { Link } from 'react-router';
import { listTimeText, previewOf } from '#chat/messages/message-text';
import { classNames } from '#lib/class-names';
import { shortenText } from '#lib/shorten-text';
import { nameOf } from '#people/person-name';
import { Avatar } from '#ui/avatar';

export interface ChatRowProps {
  chat: ChatSummary;
  userId: string;
  isOpen: boolean;
  now: Date;
}

export function ChatRow({ chat, userId, isOpen, now }: ChatRowProps) {
  const { profile, lastMessage, unreadCount = 0 } = chat;
  const name = nameOf(profile);
  const isUnread = unreadCount > 0;
  const preview = lastMessage ? shortenText(previewOf(lastMessage), previewMaxLength.list) : '';
  return (
    <li>
      <Link
        to={`/chat/${profile.userId}`}
        aria-current={isOpen ? 'page' : undefined}
        className={classNames(
          'relative flex items-center gap-3 border-b border-line px-4 py-3 transition-colors hover:bg-sunken sm:px-6 lg:px-5',
          '-outline-offset-2 aria-[current]:bg-sunken aria-[current]:after:absolute aria-[current]:after:inset-y-0',
          'aria-[current]:after:inset-s-0 aria-[current]:after:w-0.5 aria-[current]:after:bg-ink',
        )}
      >
        <Avatar name={name} src={profile.profileImageUrl} />
        <span className="grid min-w-0 flex-1 grid-cols-1">
          <span className="flex items-baseline gap-3">
            <span
              dir="auto"
              className={classNames(
                'flex-1 truncate text-page-start',
                isUnread ? 'font-bold' : 'font-medium',
              )}
            >
              {name}
            </span>
            {lastMessage && (
              <time
                dateTime={lastMessage.createdAt.toISOString()}
                className="shrink-0 text-sm text-ink-faint tabular-nums"
              >
                {listTimeText(lastMessage.createdAt, now)}
              </time>
            )}
          </span>
          <span className="flex items-center gap-3">
            <span
              className={classNames(
                'flex min-w-0 flex-1 gap-1 leading-snug',
                isUnread ? 'font-medium text-ink' : 'text-ink-soft',
              )}
            >
              {lastMessage?.fromUserId === userId && <span className="shrink-0">{t('You:')}</span>}
              <span dir="auto" className="min-w-0 truncate text-page-start">
                {preview}
              </span>
            </span>
            {isUnread && (
              <span className="size-2.5 shrink-0 rounded-full bg-action forced-colors:bg-[CanvasText]">
                <span className="sr-only">
                  {'\u00a0'}
                  {counted(unreadCount, '1 unread', '{count} unread')}
                </span>
              </span>
            )}
          </span>
        </span>
      </Link>
    </li>
  );
}
