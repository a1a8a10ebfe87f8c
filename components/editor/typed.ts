/** What was done in the plain field before it became an editor. */
export type Typed = {
  /** Absent: nothing was typed. */
  text?: string
  /** Where the cursor stood. */
  anchor: number
  hasFocus: boolean
}

/** A text as a `<textarea>` answers for it (HTML standard, “API value”). */
export function asTyped(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n')
}
