const mark = 'data-line'

/** What a block says, wherever in the text it stands. */
function bare(block: Element): Element {
  const copy = block.cloneNode(true)
  if (!(copy instanceof Element)) return block
  for (const marked of [copy, ...copy.querySelectorAll(`[${mark}]`)]) marked.removeAttribute(mark)
  return copy
}

/** A block that stays takes the lines of its new place. */
function moveMarks(old: Element, next: Element): void {
  const places = [old, ...old.querySelectorAll(`[${mark}]`)]
  for (const [index, from] of [next, ...next.querySelectorAll(`[${mark}]`)].entries()) {
    const line = from.getAttribute(mark)
    if (line !== null) places[index]?.setAttribute(mark, line)
  }
}

/** Parses without running anything: a parsed document has no window. */
function parseBlocks(html: string): Element[] {
  return [...new DOMParser().parseFromString(html, 'text/html').body.children]
}

/**
 * Shows HTML in a place that shows an earlier state of it. The blocks at the beginning and the end that say the same stay as
 * they are, so that no picture is loaded anew and nothing jumps.
 */
export function replaceBlocks(place: HTMLElement, html: string): void {
  const [old, next] = [[...place.children], parseBlocks(html)]
  const isSame = (one: Element | undefined, other: Element | undefined) => one && other && bare(one).isEqualNode(bare(other))
  const longest = Math.min(old.length, next.length)
  let start = 0
  while (start < longest && isSame(old[start], next[start])) start++
  let end = 0
  while (end < longest - start && isSame(old.at(-1 - end), next.at(-1 - end))) end++
  for (let at = 0; at < start; at++) keep(old[at], next[at])
  for (let at = 1; at <= end; at++) keep(old.at(-at), next.at(-at))
  for (const gone of old.slice(start, old.length - end)) gone.remove()
  const after = end > 0 ? (old.at(-end) ?? null) : null
  for (const block of next.slice(start, next.length - end)) place.insertBefore(block, after)
}

function keep(old: Element | undefined, next: Element | undefined): void {
  if (old && next) moveMarks(old, next)
}
