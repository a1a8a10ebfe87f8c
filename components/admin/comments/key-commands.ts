/** The admin area's keys, and what they do: the one list, for the script and for its help. */
export const keyCommands = [
  { key: 'j', command: 'next', text: 'next comment' },
  { key: 'k', command: 'previous', text: 'the one before' },
  { key: 'a', command: 'published', text: 'approve' },
  { key: 's', command: 'spam', text: 'spam' },
  { key: 'd', command: 'deleted', text: 'delete' },
  { key: 'u', command: 'undo', text: 'undo the last verdict' },
  { key: 'x', command: 'choose', text: 'choose, to judge many at once' },
  { key: 'r', command: 'reply', text: 'reply' },
  { key: 'e', command: 'edit', text: 'edit' },
  { key: 'p', command: 'pin', text: 'pin on top of its post, or take it down' },
  { key: '?', command: 'help', text: 'these keys' },
] as const

export type KeyCommand = (typeof keyCommands)[number]['command']

const storeName = 'admin-keys'

/** Who speaks to his machine, or rests a hand on the keys, can do without them (WCAG 2.1.4). */
export function areKeysOn(): boolean {
  try {
    return localStorage.getItem(storeName) !== 'off'
  } catch {
    return true
  }
}

export function switchKeys(on: boolean): void {
  try {
    localStorage.setItem(storeName, on ? 'on' : 'off')
  } catch {
    // Where nothing can be kept they stay on.
  }
}

/** What a key means here; undefined where something is being typed, or the browser's own keys are meant. */
export function commandOf({
  key,
  target,
  ctrlKey,
  metaKey,
  altKey,
  defaultPrevented,
}: KeyboardEvent): KeyCommand | undefined {
  if (ctrlKey || metaKey || altKey || defaultPrevented || !areKeysOn()) return undefined
  // What was just opened is about to be typed into.
  if (
    target instanceof Element &&
    target.closest(
      'input:not([type="checkbox"]), textarea, select, details, dialog, [contenteditable]',
    )
  )
    return undefined
  return keyCommands.find((one) => one.key === key)?.command
}
