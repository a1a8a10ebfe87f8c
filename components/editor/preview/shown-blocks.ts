import { previewPolicy } from '@/lib/markdown/preview-policy'

/** An element of the preview, and its first line in the text. */
export type Mark = { element: Element; line: number }

type Block = { element: Element; marks: Mark[] }

const attribute = 'data-line'

// The CSP of the admin pages allows this policy name once, so no other script can create it.
const policy =
  typeof window === 'undefined'
    ? undefined
    : window.trustedTypes?.createPolicy(previewPolicy, { createHTML: (html) => html })
const trusted = (html: string) => policy?.createHTML(html) ?? html

/** Removes the line numbers from a block, so that a moved block still compares as equal. */
function takeMarks(element: Element): Block {
  const marked = [element, ...element.querySelectorAll(`[${attribute}]`)].filter((one) =>
    one.hasAttribute(attribute),
  )
  const marks = marked.map((one) => ({ element: one, line: Number(one.getAttribute(attribute)) }))
  for (const one of marked) one.removeAttribute(attribute)
  return { element, marks }
}

/**
 * The displayed preview. An update keeps the unchanged blocks at both ends. So images are not
 * reloaded, the layout does not shift, and the cost depends on the size of the change.
 */
export class ShownBlocks {
  private blocks: Block[] = []

  constructor(private readonly place: HTMLElement) {}

  /** The marks in document order. */
  get marks(): Mark[] {
    return this.blocks.flatMap(({ marks }) => marks)
  }

  show(html: string): void {
    // Scripts do not run in a parsed document.
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

/** Assigns the new line numbers to a kept block. */
function moveMarks(kept: Block, next: Block | undefined): void {
  for (const [index, mark] of kept.marks.entries())
    mark.line = next?.marks[index]?.line ?? mark.line
}
