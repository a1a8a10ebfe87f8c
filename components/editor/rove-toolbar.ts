const steps: Record<string, (at: number) => number> = {
  ArrowRight: (at) => at + 1,
  ArrowLeft: (at) => at - 1,
  Home: () => 0,
  End: () => -1,
}

/**
 * Makes one stop for Tab of a toolbar: the button that was used last. Keys lead from there to the others (ARIA Authoring Practices,
 * “Toolbar Pattern” and “Managing Focus Within Components Using a Roving tabindex”).
 *
 * @param begin the stop until one is used; the first button that is shown where it is not
 * @returns what stops it
 */
export function roveToolbar(toolbar: HTMLElement, begin?: HTMLButtonElement): () => void {
  let last: Element | undefined = begin
  const stopping = new AbortController()
  const { signal } = stopping
  const shown = () => [...toolbar.querySelectorAll('button')].filter(({ hidden }) => !hidden)
  const placeStop = () => {
    const buttons = shown()
    const stop = buttons.find((button) => button === last) ?? buttons[0]
    for (const button of buttons) button.tabIndex = button === stop ? 0 : -1
  }
  toolbar.addEventListener(
    'focusin',
    ({ target }) => {
      if (target instanceof HTMLButtonElement) last = target
      placeStop()
    },
    { signal },
  )
  toolbar.addEventListener(
    'keydown',
    (event) => {
      const step = steps[event.key]
      const buttons = shown()
      const at = event.target instanceof HTMLButtonElement ? buttons.indexOf(event.target) : -1
      // With another key held down, an arrow is somebody else’s: it moves a card, or the browser’s history.
      if (!step || at < 0 || event.altKey || event.ctrlKey || event.metaKey) return
      buttons.at(step(at) % buttons.length)?.focus()
      event.preventDefault()
    },
    { signal },
  )
  // Buttons come when the editor has come, and go where they have nothing to do.
  const observer = new MutationObserver(placeStop)
  observer.observe(toolbar, { childList: true, subtree: true, attributeFilter: ['hidden'] })
  signal.addEventListener('abort', () => observer.disconnect())
  placeStop()
  return () => stopping.abort()
}
