import { type FocusEvent, type MouseEvent, type PointerEvent, useRef } from 'react';

type Field = HTMLInputElement;

/**
 * Handlers of a field whose text stands for a choice: entering it selects the whole text, so that typing replaces it. While the text is
 * being edited, a press places the caret.
 */
export function useReplacedText(isEdited: boolean) {
  /** The text at the start of a press that selects it. */
  const pressed = useRef<string | null>(null);
  return {
    onFocus: ({ currentTarget }: FocusEvent<Field>) => currentTarget.select(),
    // First event of a press: later ones can open the list, which sets `isEdited`.
    onPointerDown: ({ currentTarget: field }: PointerEvent<Field>) => {
      pressed.current = isEdited ? null : field.value;
      // A press on selected text places the caret after the click and would undo the selection.
      if (!isEdited) field.setSelectionRange(0, 0);
    },
    // The browser places the caret after focus. A dragged selection and text typed meanwhile stay.
    onClick: ({ currentTarget: field }: MouseEvent<Field>) => {
      if (pressed.current === field.value && field.selectionStart === field.selectionEnd) field.select();
    },
  };
}
