/** Writes the digits that Arabic, Persian and Japanese keyboards type as 0 to 9. */
export function latinDigits(text: string): string {
  // Each of these ranges begins at a multiple of 16.
  return text.replaceAll(/[٠-٩۰-۹０-９]/gu, (digit) => String(digit.charCodeAt(0) % 16));
}
