import { DirectionProvider } from '@base-ui/react/direction-provider';
import { Menu as Base } from '@base-ui/react/menu';
import type { ReactElement, ReactNode } from 'react';
import { Link, type To } from 'react-router';
import { classNames } from '#lib/class-names';
import { isRightToLeft } from '#lib/page-direction';
import { popupClass, popupItemClass } from './popup';

export interface MenuProps {
  /** The trigger button, as an element: `<Button>More</Button>`. */
  trigger: ReactElement;
  align?: 'start' | 'end' | undefined;
  /** For a menu that loads after its placeholder was pressed. */
  opensAtOnce?: boolean | undefined;
  /** MenuItem and MenuLink elements. */
  children: ReactNode;
}

/** Menu of actions. Closes after a choice, on Escape and on a press outside. */
export function Menu({ trigger, align = 'end', opensAtOnce = false, children }: MenuProps) {
  return (
    <DirectionProvider direction={isRightToLeft() ? 'rtl' : 'ltr'}>
      <Base.Root defaultOpen={opensAtOnce}>
        <Base.Trigger render={trigger} />
        <Base.Portal>
          <Base.Positioner sideOffset={6} align={align} className="z-50 outline-none">
            <Base.Popup className={classNames(popupClass, 'max-w-(--available-width) min-w-52')}>
              {children}
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
    </DirectionProvider>
  );
}

export interface MenuItemProps {
  icon?: ReactNode;
  /** A destructive action. */
  danger?: boolean | undefined;
  disabled?: boolean | undefined;
  onSelect: () => void;
  children: ReactNode;
}

export function MenuItem({ icon, danger = false, disabled = false, onSelect, children }: MenuItemProps) {
  return (
    <Base.Item
      disabled={disabled}
      onClick={onSelect}
      className={classNames(popupItemClass, 'cursor-pointer', danger && 'text-danger')}
    >
      {icon}
      {children}
    </Base.Item>
  );
}

export function MenuLink({ icon, to, children }: { icon?: ReactNode; to: To; children: ReactNode }) {
  return (
    <Base.Item className={popupItemClass} render={<Link to={to} />}>
      {icon}
      {children}
    </Base.Item>
  );
}
