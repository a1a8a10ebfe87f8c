import { previewPolicy } from '@/lib/markdown/preview-policy'

// The CSP of the admin pages allows this policy name once, so no other script can create it.
const policy =
  typeof window === 'undefined'
    ? undefined
    : window.trustedTypes?.createPolicy(previewPolicy, { createHTML: (html) => html })
const trusted = (html: string) => policy?.createHTML(html) ?? html

const isSame = (one: Element | undefined, other: Element | undefined) => {
  const [html, otherHtml] = [one, other].map((element) =>
    element?.outerHTML.replaceAll(/ data-line="\d+"/g, ''),
  )
  return html !== undefined && html === otherHtml
}

/** Assigns the line numbers of a new block to the same block in the preview. */
function moveLines(kept: Element, next: Element | undefined): void {
  const marked = (block: Element) => [block, ...block.querySelectorAll('[data-line]')]
  const lines = next ? marked(next) : []
  for (const [index, element] of marked(kept).entries()) {
    const line = lines[index]?.getAttribute('data-line')
    if (line) element.setAttribute('data-line', line)
  }
}

/** Updates the preview. Keeps the unchanged blocks at both ends, with their loaded images. */
export function showPreview(place: HTMLElement, html: string): void {
  // Scripts do not run in a parsed document.
  const next = [...new DOMParser().parseFromString(trusted(html), 'text/html').body.children]
  const old = [...place.children]
  while (isSame(old[0], next[0])) {
    const [kept] = old.splice(0, 1)
    const [block] = next.splice(0, 1)
    if (kept) moveLines(kept, block)
  }
  let after: Element | null = null
  while (isSame(old.at(-1), next.at(-1))) {
    const kept: Element | undefined = old.pop()
    const block = next.pop()
    if (kept) moveLines(kept, block)
    after = kept ?? null
  }
  for (const element of old) element.remove()
  for (const element of next) place.insertBefore(element, after)
}
