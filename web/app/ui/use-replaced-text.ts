import { type FocusEvent, type MouseEvent, type PointerEvent, useRef } from 'react';

type Field = HTMLInputElement;

/**
 * Handlers of a field whose text stands for a choice: its whole text is selected when the field is entered, so that typing
 * replaces it instead of adding to it. While somebody edits the text, a press places the caret.
 */
export function useReplacedText(isEdited: boolean) {
  /** The text at the beginning of a press that selects it. */
  const pressed = useRef<string | null>(null);
  return {
    onFocus: ({ currentTarget }: FocusEvent<Field>) => currentTarget.select(),
    // The first event of a press: a list that opens by one of the next makes the field an edited one.
    onPointerDown: ({ currentTarget: field }: PointerEvent<Field>) => {
      pressed.current = isEdited ? null : field.value;
      // A press on selected text would place the caret after the click, and undo what that selects.
      if (!isEdited) field.setSelectionRange(0, 0);
    },
    // The browser places the caret after the focus has come. What was selected by dragging stays, and what was typed meanwhile.
    onClick: ({ currentTarget: field }: MouseEvent<Field>) => {
      if (pressed.current === field.value && field.selectionStart === field.selectionEnd) field.select();
    },
  };
}
