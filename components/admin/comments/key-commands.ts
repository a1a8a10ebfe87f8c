import { isMac } from '@/components/editor/toolbar'

/** The keyboard shortcuts of the admin area, shared by the script and its help. */
export const keyCommands = [
  { key: 'j', command: 'next' },
  { key: 'k', command: 'previous' },
  { key: 'a', command: 'published' },
  { key: 's', command: 'spam' },
  { key: 'd', command: 'deleted' },
  { key: 'u', command: 'undo' },
  { key: 'x', command: 'choose' },
  { key: 'X', command: 'chooseRange' },
  { key: 'r', command: 'reply' },
  { key: 'e', command: 'edit' },
  { key: 'p', command: 'pin' },
  { key: '?', command: 'help' },
] as const

export type KeyCommand = (typeof keyCommands)[number]['command']

/** The shortcut in text fields, as its help shows it. */
export const sendKey = () => `${isMac() ? '⌘' : 'Ctrl'}+Enter`

export const shortcutsStorageName = 'admin-keys'

/** Returns whether shortcuts are on. Users must be able to turn them off (WCAG 2.1.4). */
export function areKeysOn(): boolean {
  try {
    return localStorage.getItem(shortcutsStorageName) !== 'off'
  } catch {
    return true
  }
}

export function switchKeys(on: boolean): void {
  try {
    localStorage.setItem(shortcutsStorageName, on ? 'on' : 'off')
  } catch {
    // Without storage, the shortcuts stay on.
  }
}

/** Returns the command of a key press, or undefined during text input or for a browser shortcut. */
export function commandOf(event: KeyboardEvent): KeyCommand | undefined {
  const { key, target, ctrlKey, metaKey, altKey, defaultPrevented } = event
  if (ctrlKey || metaKey || altKey || defaultPrevented || !areKeysOn()) return undefined
  const inputs = 'input:not([type="checkbox"]), textarea, select, dialog, [contenteditable]'
  if (target instanceof Element && target.closest(inputs)) return undefined
  return keyCommands.find((one) => one.key === key)?.command
}
