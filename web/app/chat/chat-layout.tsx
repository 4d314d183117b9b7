import { Outlet, useParams } from 'react-router';
import { classNames } from '#lib/class-names';
import { ChatList } from './list/chat-list';

/** Two-pane layout from 1024 px up (list beside conversation); below that, one pane chosen by the route. */
export default function ChatLayout() {
  const { userId } = useParams();
  const isListOnly = userId === undefined;
  return (
    <div
      className={classNames(
        '-mx-4 -my-8 sm:-mx-6 sm:-my-10 lg:grid lg:h-[calc(100dvh-var(--spacing-bar)-1px)] lg:grid-cols-[22rem_minmax(0,1fr)]',
        // In a low or zoomed window with a call open, a minimum height keeps messages visible: the page scrolls instead.
        !isListOnly && 'fills-window h-[calc(100dvh-var(--spacing-bar)-1px)] has-data-talking:min-h-112',
      )}
    >
      <div
        className={classNames(
          'min-h-0 lg:border-e lg:border-line xl:border-s',
          !isListOnly && 'max-lg:hidden',
        )}
      >
        <ChatList openPartnerId={userId ?? null} />
      </div>
      <div
        className={classNames('min-h-0 xl:border-e xl:border-line', isListOnly ? 'max-lg:hidden' : 'h-full')}
      >
        <Outlet />
      </div>
    </div>
  );
}
