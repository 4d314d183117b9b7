import type { ReportStatus } from '@parlance/contract/moderation';
import { t } from '@parlance/words/current';
import Ban from 'lucide-react/icons/ban';
import Check from 'lucide-react/icons/check';
import Clock from 'lucide-react/icons/clock';
import Mail from 'lucide-react/icons/mail';
import Trash2 from 'lucide-react/icons/trash-2';
import { Badge, type BadgeTone } from '#ui/badge';
import { statusWords } from './moderation-words';

const looks: Record<ReportStatus, { tone: BadgeTone; Icon: typeof Clock }> = {
  open: { tone: 'strong', Icon: Clock },
  dismissed: { tone: 'neutral', Icon: Check },
  warned: { tone: 'neutral', Icon: Mail },
  removed: { tone: 'neutral', Icon: Trash2 },
  banned: { tone: 'danger', Icon: Ban },
};

export function StatusBadge({ status }: { status: ReportStatus }) {
  const { tone, Icon } = looks[status];
  return (
    <Badge tone={tone} icon={<Icon aria-hidden="true" className="size-3.5" />}>
      {t(statusWords[status])}
    </Badge>
  );
}
