/** Creates the elements and style sheets of the embed. */
import { button as makeButton } from '@/components/ui/make-element'

export { make } from '@/components/ui/make-element'

/** Makes a button that only the script uses. */
export const button: typeof makeButton = (label, attributes, act) =>
  makeButton(label, { part: 'action', ...attributes }, act)

/** Content Security Policies can forbid style elements, but not constructed style sheets. */
export function sheetOf(style: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(style)
  return sheet
}
