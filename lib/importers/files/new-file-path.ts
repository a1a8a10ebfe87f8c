/** Parts of a path that some system's file names cannot have. */
const unfit = /[^\p{L}\p{M}\p{N}._-]/gu

/** A name may have 255 bytes in most file systems; its date, its number and its ending have room beside this. */
const slugBytesMax = 180

/** As many whole letters as `slugBytesMax` bytes of UTF-8 hold. */
function cutToBytes(text: string): string {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(slugBytesMax))
  return text.slice(0, read)
}

/** Two paths that are one where letters' cases are not told apart. */
export function pathKey(path: string): string {
  return path.normalize('NFC').toLowerCase()
}

/**
 * Where a post that came from no file is put: its day and its slug, and a number where that is taken.
 * @param taken keys of paths (`pathKey`)
 */
export function newFilePath({ slug, publishedAt }: { slug: string; publishedAt: Date }, taken: ReadonlySet<string>): string {
  const name = `${publishedAt.toISOString().slice(0, 10)}-${cutToBytes(slug.replaceAll(unfit, '-'))}`
  for (let number = 1; ; number++) {
    const path = `${name}${number === 1 ? '' : `-${number}`}.md`
    if (!taken.has(pathKey(path))) return path
  }
}
