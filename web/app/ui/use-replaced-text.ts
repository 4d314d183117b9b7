import { type FocusEvent, type MouseEvent, useRef } from 'react';

type Field = HTMLInputElement;

/**
 * Handlers of a field whose text stands for a choice: its whole text is selected when the field is entered, so that typing
 * replaces it instead of adding to it. While somebody edits the text, a press places the caret.
 */
export function useReplacedText(isEdited: boolean) {
  const wasEdited = useRef(false);
  return {
    onFocus: ({ currentTarget }: FocusEvent<Field>) => currentTarget.select(),
    onPointerDown: () => {
      wasEdited.current = isEdited;
    },
    // The browser places the caret after the focus has come; what was selected by dragging stays.
    onClick: ({ currentTarget: field }: MouseEvent<Field>) => {
      if (!wasEdited.current && field.selectionStart === field.selectionEnd) field.select();
    },
  };
}
