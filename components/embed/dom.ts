/** Creates elements and style sheets. */

type Attributes = Record<string, string | number | boolean | undefined>

/** Creates an element. Attributes that are false or undefined, and empty children, are omitted. */
export function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: (Node | string | undefined | false)[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name)
  for (const [key, value] of Object.entries(attributes))
    if (value !== undefined && value !== false)
      element.setAttribute(key, value === true ? '' : String(value))
  element.append(...children.filter((child) => child !== undefined && child !== false))
  return element
}

/** Makes a button that only the script uses. */
export const button = (attributes: Attributes, label: string): HTMLButtonElement =>
  make('button', { type: 'button', part: 'action', ...attributes }, label)

/** Returns a constructed style sheet. Unlike style elements, no CSP can forbid it. */
export function sheetOf(style: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(style)
  return sheet
}

/** Calls a function once, when an element is in or near the viewport. */
export function onceNear(element: Element, run: () => void): void {
  const callback: IntersectionObserverCallback = ([entry], observer) => {
    if (!entry?.isIntersecting) return
    observer.disconnect()
    run()
  }
  new IntersectionObserver(callback, { rootMargin: '400px' }).observe(element)
}

/** Adds an asynchronous listener, which must handle its own errors. */
export function listen(
  target: EventTarget,
  type: string,
  run: (event: Event) => Promise<void>,
): void {
  target.addEventListener(type, (event) => void run(event))
}
