/** Content Security Policies can forbid style elements, but not constructed style sheets. */
export function sheetOf(style: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(style)
  return sheet
}
