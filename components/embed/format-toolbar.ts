import { formatButtons, formatOnKey, formatSelection } from '@/components/comments/format-markdown'
import { roveToolbar, withKey } from '@/components/editor/toolbar'
import { formatIcons } from '@/components/ui/format-icons'
import { button, make } from '@/components/ui/make-element'
import type { Texts } from './texts'

const namespace = 'http://www.w3.org/2000/svg'

function makeIcon(path: string): SVGElement {
  const icon = document.createElementNS(namespace, 'svg')
  icon.setAttribute('viewBox', '0 0 24 24')
  icon.setAttribute('aria-hidden', 'true')
  const strokes = document.createElementNS(namespace, 'path')
  strokes.setAttribute('d', path)
  icon.append(strokes)
  return icon
}

/** Returns buttons that format the text of an area, and adds their shortcuts to it. */
export function makeFormatToolbar(area: HTMLTextAreaElement, texts: Texts): HTMLElement {
  const buttons = formatButtons.map(({ name, key }) => {
    const title = withKey(texts(name), key && `Mod-${key}`)
    const one = button('', { 'aria-label': texts(name), title }, () => formatSelection(area, name))
    one.append(makeIcon(formatIcons[name]))
    // Keeps the focus in the text and, on phones, the virtual keyboard open.
    one.addEventListener('mousedown', (event) => event.preventDefault())
    return one
  })
  const toolbar = make('div', { role: 'toolbar', 'aria-label': texts('formatting') }, ...buttons)
  roveToolbar(toolbar)
  area.addEventListener('keydown', formatOnKey)
  return toolbar
}
