import type { Thread } from '@/lib/client'
import type { parseHtml } from './parse-html'
import type { Texts } from './texts'

/** The shown thread, as the writing part uses it. */
export type ShownThread = {
  element: Element
  root: ShadowRoot
  section: HTMLElement
  thread: Thread
  texts: Texts
  /** Loads the thread again, and then focuses a comment or, without an id, the heading. */
  reload: (focusedId?: number) => Promise<void>
  focus: (id: number) => void
  parseHtml: typeof parseHtml
}
