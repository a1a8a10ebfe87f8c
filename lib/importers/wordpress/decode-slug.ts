/** WordPress keeps the letters of other scripts as escapes: `%d0%bf…`. */
export function decodeSlug(name: string): string {
  try {
    return decodeURIComponent(name.trim())
  } catch {
    // Cut in the middle of a letter, as its column of 200 bytes does.
    return name
      .trim()
      .replaceAll(/(?:%[\da-f]{2})+/gi, (escapes) =>
        new TextDecoder().decode(Buffer.from(escapes.replaceAll('%', ''), 'hex')).replaceAll('\uFFFD', ''),
      )
  }
}
