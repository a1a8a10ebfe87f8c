import type { Element, ElementContent } from 'hast'
import type { Losses } from './losses'

/** What becomes of one kind of element. */
export type HtmlRule = {
  matches: (element: Element) => boolean
  /** `inside` converts what stands in the element, or the part of it that is given; the element itself holds it as it was. */
  convert: (
    element: Element,
    inside: (part?: ElementContent[]) => ElementContent[],
    losses: Losses,
  ) => ElementContent[]
}
