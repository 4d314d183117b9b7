import { UnreadBadge } from '#chat/unread';
import { LanguageChip } from '#languages/language-chip';
import { SlotStatusBadge } from '#schedule/slot-status-badge';
import { Avatar } from '#ui/avatar';
import { Badge } from '#ui/badge';
import { Sample } from './sample';

export function MarkSamples() {
  return (
    <>
      <Sample title="Languages">
        <div className="flex flex-wrap gap-3">
          <LanguageChip voice="speaks" name="日本語" lang="ja" />
          <LanguageChip voice="learning" name="Español" lang="es" level="intermediate" />
          <LanguageChip voice="speaks" name="العربية" lang="ar" word="heard" />
          <LanguageChip voice="learning" name="Ελληνικά" lang="el" level="beginner" word="heard" />
        </div>
      </Sample>
      <Sample title="Slot status">
        <div className="flex flex-wrap gap-3">
          <SlotStatusBadge status="free" />
          <SlotStatusBadge status="booked" />
          <SlotStatusBadge status="in-session" />
          <SlotStatusBadge status="past" />
          <SlotStatusBadge status="past">Completed</SlotStatusBadge>
        </div>
      </Sample>
      <Sample title="Badges and avatars">
        <div className="flex flex-wrap items-center gap-3">
          <Badge>Neutral</Badge>
          <Badge tone="positive">Active now</Badge>
          <Badge tone="danger">Failed</Badge>
          <Badge tone="strong">New</Badge>
          <UnreadBadge unreadMessages={3} />
          <UnreadBadge unreadMessages={10} />
        </div>
        <div className="flex flex-wrap items-center gap-3">
          <Avatar name="Aiko" size="sm" />
          <Avatar name="Mateo" />
          <Avatar name="さくら" size="lg" />
          <Avatar name="Broken picture" src="/no-such-picture.jpg" size="lg" />
          <Avatar name="Picture" src="/favicon.svg" size="xl" />
        </div>
      </Sample>
    </>
  );
}
