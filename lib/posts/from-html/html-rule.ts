import type { Element, ElementContent } from 'hast'
import type { Losses } from './losses'

/** What becomes of one kind of element. */
export type HtmlRule = {
  matches: (element: Element) => boolean
  /** `children` are those of the element, converted already; it holds them as they were. */
  convert: (element: Element, children: ElementContent[], losses: Losses) => ElementContent[]
}
