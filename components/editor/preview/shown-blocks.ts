import { previewPolicy } from '@/lib/markdown/preview-policy'

/** An element of the preview, and the line of the text on which it begins. */
export type Mark = { element: Element; line: number }

type Block = { element: Element; marks: Mark[] }

const attribute = 'data-line'

// By a name that the policy of the admin area’s pages allows once: no other script can have one of it.
const policy =
  typeof window === 'undefined'
    ? undefined
    : window.trustedTypes?.createPolicy(previewPolicy, { createHTML: (html) => html })
const trusted = (html: string) => policy?.createHTML(html) ?? html

/** Takes the lines out of a block: where it says the same as before, but further down, it is the same block. */
function takeMarks(element: Element): Block {
  const marked = [element, ...element.querySelectorAll(`[${attribute}]`)].filter((one) =>
    one.hasAttribute(attribute),
  )
  const marks = marked.map((one) => ({ element: one, line: Number(one.getAttribute(attribute)) }))
  for (const one of marked) one.removeAttribute(attribute)
  return { element, marks }
}

/**
 * The preview as it is shown. Of a new state, the blocks at the beginning and the end that say what they said stay as they
 * are, so that no picture is loaded anew, nothing jumps, and a long post costs what was changed in it.
 */
export class ShownBlocks {
  private blocks: Block[] = []

  constructor(private readonly place: HTMLElement) {}

  /** In the order in which they stand. */
  get marks(): Mark[] {
    return this.blocks.flatMap(({ marks }) => marks)
  }

  show(html: string): void {
    // A parsed document has no window: nothing in it runs.
    const next = [...new DOMParser().parseFromString(trusted(html), 'text/html').body.children].map(
      takeMarks,
    )
    const old = this.blocks
    const isSame = (one: Block | undefined, other: Block | undefined) =>
      one && other && one.element.isEqualNode(other.element)
    const longest = Math.min(old.length, next.length)
    let start = 0
    while (start < longest && isSame(old[start], next[start])) start++
    let end = 0
    while (end < longest - start && isSame(old.at(-1 - end), next.at(-1 - end))) end++
    const [head, tail] = [old.slice(0, start), end > 0 ? old.slice(-end) : []]
    for (const [index, kept] of head.entries()) moveMarks(kept, next[index])
    for (const [index, kept] of tail.entries()) moveMarks(kept, next.at(index - end))
    for (const { element } of old.slice(start, old.length - end)) element.remove()
    const changed = next.slice(start, next.length - end)
    const after = tail[0]?.element ?? null
    for (const { element } of changed) this.place.insertBefore(element, after)
    this.blocks = [...head, ...changed, ...tail]
  }
}

/** A block that stays takes the lines of its new place. */
function moveMarks(kept: Block, next: Block | undefined): void {
  for (const [index, mark] of kept.marks.entries())
    mark.line = next?.marks[index]?.line ?? mark.line
}
