import 'server-only'
import { query } from '@/lib/db/client'
import { composePostFile, type KnownFile } from './compose-post-file'
import { readExistingPosts } from './existing-posts'
import { hashOfFile, type StandingPost } from './judge-post-file'

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
export function newFilePath(
  { slug, publishedAt }: { slug: string; publishedAt: Date },
  taken: ReadonlySet<string>,
): string {
  const name = `${publishedAt.toISOString().slice(0, 10)}-${cutToBytes(slug.replaceAll(unfit, '-'))}`
  for (let number = 1; ; number++) {
    const path = `${name}${number === 1 ? '' : `-${number}`}.md`
    if (!taken.has(pathKey(path))) return path
  }
}

/** A post as the file it is handed out as, and what is known of that file. */
export type ExportedFile = KnownFile & {
  postId: number
  slug: string
  known?: StandingPost['file']
}

async function knownPaths(): Promise<Set<string>> {
  const files = await query((client) =>
    client.postFile.findMany({ where: { post: { deletedAt: null } }, select: { path: true } }),
  )
  return new Set(files.map(({ path }) => pathKey(path)))
}

/**
 * Every post as a file, drafts included, deleted ones not; a few are held at a time.
 * @throws DatabaseUnavailable
 */
export async function* readExportedFiles(): AsyncGenerator<ExportedFile> {
  const taken = await knownPaths()
  const used = new Set<string>()
  for await (const { id, isDeleted: _, aliases, file, ...post } of readExistingPosts()) {
    // Two posts that once came from two folders may claim one path: the second is put beside it.
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

/** Whether a text is one that this post was handed out as, or taken from: then nobody has changed it since. */
export function isOwnText(text: string, { known }: ExportedFile): boolean {
  return known !== undefined && (known.source === text || known.exportedHash === hashOfFile(text))
}

/**
 * Notes that a post was handed out as a file, so that the same file is recognised when it comes back.
 * @throws DatabaseUnavailable
 */
export async function noteExported({ postId, path, source, known }: ExportedFile): Promise<void> {
  if (known?.source === source) return
  await query((client) =>
    client.postFile.upsert({
      where: { postId },
      create: { postId, path, source },
      update: { exportedHash: hashOfFile(source) },
    }),
  )
}
