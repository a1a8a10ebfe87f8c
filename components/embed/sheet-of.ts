/** Returns a constructed style sheet. Unlike style elements, no CSP can forbid it. */
export function sheetOf(style: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(style)
  return sheet
}
