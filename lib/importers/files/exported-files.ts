import 'server-only'
import { query } from '@/lib/db/client'
import { composePostFile, type KnownFile } from './compose-post-file'
import { type ExistingPost, hashOfFile, readExistingPosts } from './existing-posts'

/** Characters that file names of some systems do not allow. */
const unsafe = /[^\p{L}\p{M}\p{N}._-]/gu

/** File systems limit a name to 255 bytes, including date, number and extension. */
const slugBytesMax = 180

/** Truncates a string to `slugBytesMax` bytes of UTF-8 without splitting letters. */
function cutToBytes(text: string): string {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(slugBytesMax))
  return text.slice(0, read)
}

/** Returns a key that is equal for paths that differ only in case or normalisation. */
export function pathKey(path: string): string {
  return path.normalize('NFC').toLowerCase()
}

/**
 * Returns the path for a post without a file: its day and slug, and a number if that path is taken.
 * @param taken keys of paths (`pathKey`)
 */
export function newFilePath(
  { slug, publishedAt }: { slug: string; publishedAt: Date },
  taken: ReadonlySet<string>,
): string {
  const day = publishedAt.toISOString().slice(0, 10)
  const name = `${day}-${cutToBytes(slug.replaceAll(unsafe, '-'))}`
  for (let number = 1; ; number++) {
    const path = `${name}${number === 1 ? '' : `-${number}`}.md`
    if (!taken.has(pathKey(path))) return path
  }
}

/** A post as an exported file, and its stored file. */
export type ExportedFile = KnownFile & {
  postId: number
  slug: string
  known?: ExistingPost['file']
}

async function knownPaths(): Promise<Set<string>> {
  const files = await query((client) =>
    client.postFile.findMany({ where: { post: { deletedAt: null } }, select: { path: true } }),
  )
  return new Set(files.map(({ path }) => pathKey(path)))
}

/**
 * Reads all posts as files, including drafts but not deleted ones, a few at a time.
 * @throws DatabaseUnavailable
 */
export async function* readExportedFiles(): AsyncGenerator<ExportedFile> {
  const taken = await knownPaths()
  const used = new Set<string>()
  for await (const { id, isDeleted: _, aliases, file, ...post } of readExistingPosts()) {
    // Two posts imported from different folders may have the same path: the second one gets a new
    // path.
    const path = file && !used.has(file.path) ? file.path : newFilePath(post, taken)
    used.add(path)
    taken.add(pathKey(path))
    yield {
      postId: id,
      slug: post.slug,
      path,
      source: composePostFile(file, post, aliases),
      known: file,
    }
  }
}

/** Returns whether a text is the exported or imported file of a post, without changes. */
export function isOwnText(text: string, { known }: ExportedFile): boolean {
  return known !== undefined && (known.source === text || known.exportedHash === hashOfFile(text))
}

/**
 * Records that a post was exported as a file, so that a later import recognises the file.
 * @throws DatabaseUnavailable
 */
export async function recordExported({ postId, path, source, known }: ExportedFile): Promise<void> {
  if (known?.source === source) return
  await query((client) =>
    client.postFile.upsert({
      where: { postId },
      create: { postId, path, source },
      update: { exportedHash: hashOfFile(source) },
    }),
  )
}
