import { t } from '@parlance/words/current';
import MessagesSquare from 'lucide-react/icons/messages-square';
import { pageTitle } from '#lib/brand';

export const meta = () => [{ title: pageTitle(t('Messages')) }];

/** Empty state beside the list while no conversation is open. */
export default function Chats() {
  return (
    <div className="hidden h-full flex-col items-center justify-center gap-3 text-ink-soft lg:flex">
      <MessagesSquare aria-hidden="true" className="size-10" strokeWidth={1.5} />
      <p>{t('Your conversations open here.')}</p>
    </div>
  );
}
