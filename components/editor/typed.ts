/** The state of the plain field before it became an editor. */
export type Typed = {
  /** Undefined if nothing was typed. */
  text?: string
  /** The position of the cursor. */
  anchor: number
  hasFocus: boolean
}

/** Normalizes a text like the value of a `<textarea>` (HTML standard, “API value”). */
export function asTyped(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n')
}
