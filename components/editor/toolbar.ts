/** Returns whether shortcuts use the Command key instead of Ctrl. */
export const isMac = () => /Mac|iP(?:hone|ad)/.test(navigator.platform)

/** Adds a shortcut, in the notation of CodeMirror, to the label of a button. */
export function withKey(label: string, key: string | undefined): string {
  return key
    ? `${label} (${key
        .replace('Mod', isMac() ? '⌘' : 'Ctrl')
        .replaceAll('-', '+')
        .toUpperCase()})`
    : label
}

const steps: Record<string, (at: number) => number> = {
  ArrowRight: (at) => at + 1,
  ArrowLeft: (at) => at - 1,
  Home: () => 0,
  End: () => -1,
}

/**
 * Makes a toolbar a single tab stop: the last used button. Arrow keys move between buttons (ARIA
 * Authoring Practices, “Toolbar Pattern”).
 * Used as a `ref` of React.
 */
export function roveToolbar(toolbar: HTMLElement | null): (() => void) | undefined {
  if (!toolbar) return undefined
  let last: EventTarget | null = null
  const shown = () => [...toolbar.querySelectorAll<HTMLButtonElement>('button:not([hidden])')]
  const placeStop = () => {
    const buttons = shown()
    const stop = buttons.find((button) => button === last) ?? buttons[0]
    for (const button of buttons) button.tabIndex = button === stop ? 0 : -1
  }
  toolbar.addEventListener('focusin', ({ target }) => {
    last = target
    placeStop()
  })
  toolbar.addEventListener('keydown', (event) => {
    const step = steps[event.key]
    const buttons = shown()
    const at = event.target instanceof HTMLButtonElement ? buttons.indexOf(event.target) : -1
    // Arrow keys with a modifier belong to others: they move a card, or go back in the history.
    if (!step || at < 0 || event.altKey || event.ctrlKey || event.metaKey) return
    buttons.at(step(at) % buttons.length)?.focus()
    event.preventDefault()
  })
  // Buttons are added when the editor loads, and hidden when they do not apply.
  const observer = new MutationObserver(placeStop)
  observer.observe(toolbar, { childList: true, subtree: true, attributeFilter: ['hidden'] })
  placeStop()
  return () => observer.disconnect()
}
