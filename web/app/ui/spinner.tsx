import { t } from '@parlance/words/current';
import LoaderCircle from 'lucide-react/icons/loader-circle';

export interface SpinnerProps {
  /** Shown beside the spinner and announced. */
  label?: string | undefined;
  /** Without a label, beside text that already states it (inside a busy button). */
  decorative?: boolean | undefined;
}

export function Spinner({ label = t('Loading...'), decorative = false }: SpinnerProps) {
  const mark = <LoaderCircle aria-hidden="true" className="size-5 shrink-0 animate-spin" />;
  if (decorative) return mark;
  return (
    <p role="status" className="flex items-center gap-3 text-ink-soft">
      {mark}
      {label}
    </p>
  );
}
