import { Combobox as Base } from '@base-ui/react/combobox';
import { DirectionProvider } from '@base-ui/react/direction-provider';
import { t } from '@parlance/words/current';
import Check from 'lucide-react/icons/check';
import ChevronDown from 'lucide-react/icons/chevron-down';
import X from 'lucide-react/icons/x';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { classNames } from '#lib/class-names';
import { isRightToLeft } from '#lib/page-direction';
import { findByNames } from './find-by-names';
import { controlClass, useFieldControl } from './labelled-field';
import { popupClass, popupItemClass } from './popup';
import { useReplacedText } from './use-replaced-text';

export interface ComboboxItem {
  value: string;
  label: string;
  /** Search names, if more than the label. */
  names?: string[] | undefined;
  /** Second name, such as a language's own name, in `detailLang`. */
  detail?: string | undefined;
  detailLang?: string | undefined;
  icon?: ReactNode;
}

export interface ComboboxProps {
  items: readonly ComboboxItem[];
  value: string | null;
  onValueChange: (value: string | null) => void;
  placeholder?: string | undefined;
  /** Text shown when nothing matches. */
  emptyText?: ((typed: string) => string) | undefined;
  /** For a field that adds to a list: a pick clears the field. */
  clearsOnPick?: boolean | undefined;
  /** For a picker that loads after its placeholder was pressed. */
  opensAtOnce?: boolean | undefined;
  disabled?: boolean | undefined;
  name?: string | undefined;
}

const iconButton = 'flex size-11 items-center justify-center rounded-md text-ink-soft hover:text-ink';

/** Translates the library's hidden dismiss buttons, which have an English label for screen readers. */
function nameHiddenButtons(isOpen: boolean): void {
  if (!isOpen) return;
  for (const button of document.querySelectorAll('span[aria-label="Dismiss"]'))
    button.setAttribute('aria-label', t('Close'));
}

const namesOf = ({ names, label }: ComboboxItem): string[] => names ?? [label];

/** Filterable list with one value or none. Use inside a Field. */
export function Combobox(props: ComboboxProps) {
  const {
    items,
    value,
    onValueChange,
    placeholder,
    emptyText = () => t('Nothing found.'),
    disabled,
    name,
  } = props;
  const [typed, setTyped] = useState('');
  const [query, setQuery] = useState('');
  const [isOpen, setOpen] = useState(props.opensAtOnce ?? false);
  const field = useRef<HTMLInputElement>(null);
  const onOpenChangeComplete = (isShown: boolean) => {
    nameHiddenButtons(isShown);
    // Not at the pick: the list would change while it fades.
    if (!isShown) setQuery('');
    // Focus stays in the field after a pick, and the next input starts a new choice.
    if (!isShown && document.activeElement === field.current) field.current?.select();
  };
  const onInputValueChange = (text: string, { reason }: { reason: string }) => {
    setTyped(reason === 'item-press' ? '' : text);
    if (reason === 'input-change' || reason === 'clear-press') setQuery(text);
  };
  const selected = items.find((item) => item.value === value) ?? null;
  const found = useMemo(() => findByNames(items, namesOf, query), [items, query]);
  return (
    <DirectionProvider direction={isRightToLeft() ? 'rtl' : 'ltr'}>
      <Base.Root
        items={items}
        value={selected}
        onValueChange={(item: ComboboxItem | null) => onValueChange(item?.value ?? null)}
        filteredItems={found}
        autoHighlight
        open={isOpen}
        onOpenChange={setOpen}
        disabled={disabled ?? false}
        onOpenChangeComplete={onOpenChangeComplete}
        {...(name === undefined ? {} : { name })}
        onInputValueChange={onInputValueChange}
        {...(props.clearsOnPick ? { inputValue: typed } : {})}
      >
        <Base.InputGroup className="relative">
          <Base.Input
            ref={field}
            {...useFieldControl()}
            {...useReplacedText(isOpen)}
            placeholder={placeholder}
            className={classNames(controlClass, selected ? 'pe-20' : 'pe-11')}
          />
          <div className="absolute inset-y-0 inset-e-0 flex items-center">
            <Base.Clear className={classNames(iconButton, '-me-3')} aria-label={t('Clear')}>
              <X aria-hidden="true" className="size-4" />
            </Base.Clear>
            <Base.Trigger className={iconButton} aria-label={t('Show all')}>
              <ChevronDown aria-hidden="true" className="size-5" />
            </Base.Trigger>
          </div>
        </Base.InputGroup>
        <Base.Portal>
          <Base.Positioner sideOffset={6} className="z-50 outline-none">
            <Base.Popup className={classNames(popupClass, 'w-(--anchor-width) max-w-(--available-width)')}>
              <Base.Empty className="px-3 py-3 text-ink-soft empty:hidden">{emptyText(typed)}</Base.Empty>
              <Base.List className="max-h-[min(22rem,var(--available-height))] overflow-y-auto overscroll-contain">
                {(item: ComboboxItem) => (
                  <Base.Item key={item.value} value={item} className={popupItemClass}>
                    {item.icon}
                    <span className="flex-1">{item.label}</span>
                    {item.detail && (
                      <span lang={item.detailLang} dir="auto" className="text-ink-faint">
                        {item.detail}
                      </span>
                    )}
                    <span className="size-4">
                      <Base.ItemIndicator>
                        <Check aria-hidden="true" className="size-4" />
                      </Base.ItemIndicator>
                    </span>
                  </Base.Item>
                )}
              </Base.List>
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
    </DirectionProvider>
  );
}
