/** The keyboard shortcuts of the admin area, shared by the script and its help. */
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

/**
 * Returns whether the shortcuts are on. Speech input and accidental key presses require a way to
 * turn them off (WCAG 2.1.4).
 */
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
    // Without storage, the shortcuts stay on.
  }
}

/** Returns the command of a key press, or undefined during text input or for a browser shortcut. */
export function commandOf({
  key,
  target,
  ctrlKey,
  metaKey,
  altKey,
  defaultPrevented,
}: KeyboardEvent): KeyCommand | undefined {
  if (ctrlKey || metaKey || altKey || defaultPrevented || !areKeysOn()) return undefined
  // A press inside an open element is text input.
  if (
    target instanceof Element &&
    target.closest(
      'input:not([type="checkbox"]), textarea, select, details, dialog, [contenteditable]',
    )
  )
    return undefined
  return keyCommands.find((one) => one.key === key)?.command
}
