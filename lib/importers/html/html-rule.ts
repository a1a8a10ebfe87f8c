import type { Element, ElementContent } from 'hast'
import type { Losses } from './losses'

/** A rule that converts one kind of element. */
export type HtmlRule = {
  matches: (element: Element) => boolean
  /**
   * Converts an element. `inside` converts its children, or the given part of them; `element`
   * itself is unconverted.
   */
  convert: (
    element: Element,
    inside: (part?: ElementContent[]) => ElementContent[],
    losses: Losses,
  ) => ElementContent[]
}
