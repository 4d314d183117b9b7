import { Badge } from '#ui/badge';
import { unreadLabel } from './unread-label';

/** The unread number beside 'Messages'. */
export default function UnreadBadge({ unreadMessages = 0 }: { unreadMessages?: number }) {
  const label = unreadLabel(unreadMessages);
  if (!label) return null;
  return (
    <Badge tone="strong" className="px-2 tabular-nums">
      {label}
      <span className="sr-only">unread messages</span>
    </Badge>
  );
}
