import { useLaterModule } from '#lib/use-later-module';
import type { SaveButtonProps } from './save-button';

/** Reserves the space of the button, which loads after the page. */
export function SavePlace(props: SaveButtonProps) {
  const later = useLaterModule(() => import('./save-button'), { isWanted: true });
  return <div className="relative min-h-11 min-w-24">{later && <later.SaveButton {...props} />}</div>;
}
