import { element } from '@/components/editor/element'
import { roveToolbar } from '@/components/editor/rove-toolbar'

export type CardCommand =
  | 'drag'
  | 'edit'
  | 'image'
  | 'refresh'
  | 'link'
  | 'text'
  | 'copy'
  | 'up'
  | 'down'

/** The label and icon of each command: strokes in a 24 × 24 view box. */
const buttons: Record<CardCommand, { label: string; path: string }> = {
  drag: {
    label: 'Drag to move, or press Alt and an arrow',
    path: 'M9 5v.01M9 12v.01M9 19v.01M15 5v.01M15 12v.01M15 19v.01',
  },
  edit: { label: 'Edit title and description', path: 'M4 20h4L19 9l-4-4L4 16v4M13 7l4 4' },
  image: { label: 'Remove image', path: 'M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M3 3l18 18' },
  refresh: { label: 'Refresh', path: 'M20 12a8 8 0 1 1-2.5-5.8M20 4v4h-4' },
  link: {
    label: 'Turn into a link',
    path: 'M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1',
  },
  text: { label: 'Edit as text', path: 'M5 7V5h14v2M12 5v14M9 19h6' },
  copy: { label: 'Copy URL', path: 'M9 9h11v11H9zM5 15H4V4h11v1' },
  up: { label: 'Move up', path: 'M12 19V5M6 11l6-6 6 6' },
  down: { label: 'Move down', path: 'M12 5v14M6 13l6 6 6-6' },
}

/** The row of buttons below a card. */
export class CardToolbar {
  readonly dom = element('div', {
    class: 'editor-card-tools',
    role: 'toolbar',
    'aria-label': 'Card',
  })
  private readonly parts = new Map<CardCommand, HTMLButtonElement>()

  constructor(run: (command: CardCommand) => void) {
    for (const command of [
      'drag',
      'edit',
      'image',
      'refresh',
      'link',
      'text',
      'copy',
      'up',
      'down',
    ] as const) {
      const { label, path } = buttons[command]
      const button = element(
        'button',
        { type: 'button', 'data-command': command, 'aria-label': label, title: label },
        icon(path),
      )
      button.addEventListener('click', () => run(command))
      this.parts.set(command, button)
      this.dom.append(button)
    }
    roveToolbar(this.dom, this.parts.get('edit'))
  }

  focus(command: CardCommand = 'edit'): void {
    this.parts.get(command)?.focus()
  }

  part(command: CardCommand): HTMLButtonElement | undefined {
    return this.parts.get(command)
  }

  /** Sets the label of a button, with an optional tooltip. Undefined hides the button. */
  label(command: CardCommand, text: string | undefined, more?: string): void {
    const button = this.parts.get(command)
    if (!button) return
    button.hidden = text === undefined
    if (text === undefined) return
    button.setAttribute('aria-label', text)
    button.title = more === undefined ? text : `${text}: ${more}`
  }
}

function icon(path: string): SVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  for (const [name, value] of Object.entries({
    viewBox: '0 0 24 24',
    width: '18',
    height: '18',
    'aria-hidden': 'true',
  }))
    svg.setAttribute(name, value)
  const stroke = document.createElementNS('http://www.w3.org/2000/svg', 'path')
  stroke.setAttribute('d', path)
  svg.append(stroke)
  return svg
}
