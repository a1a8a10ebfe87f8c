import 'server-only'
import { query } from '@/lib/db/client'
import { composePostFile, type KnownFile } from './compose-post-file'
import { hashOfFile, type StandingPost } from './judge-post-file'
import { newFilePath, pathKey } from './new-file-path'
import { readStandingPosts } from './existing-posts'

/** A post as the file it is handed out as, and what is known of that file. */
export type HandedOutFile = KnownFile & { postId: number; slug: string; known?: StandingPost['file'] }

async function knownPaths(): Promise<Set<string>> {
  const files = await query((client) => client.postFile.findMany({ where: { post: { deletedAt: null } }, select: { path: true } }))
  return new Set(files.map(({ path }) => pathKey(path)))
}

/**
 * Every post as a file, drafts included, deleted ones not; a few are held at a time.
 * @throws DatabaseAway
 */
export async function* readHandedOutFiles(): AsyncGenerator<HandedOutFile> {
  const taken = await knownPaths()
  const used = new Set<string>()
  for await (const { id, isDeleted: _, aliases, file, ...post } of readStandingPosts()) {
    // Two posts that once came from two folders may claim one path: the second is put beside it.
    const path = file && !used.has(file.path) ? file.path : newFilePath(post, taken)
    used.add(path)
    taken.add(pathKey(path))
    yield { postId: id, slug: post.slug, path, source: composePostFile(file, post, aliases), known: file }
  }
}

/** Whether a text is one that this post was handed out as, or taken from: then nobody has changed it since. */
export function isOwnText(text: string, { known }: HandedOutFile): boolean {
  return known !== undefined && (known.source === text || known.exportedHash === hashOfFile(text))
}

/**
 * Notes that a post was handed out as a file, so that the same file is recognised when it comes back.
 * @throws DatabaseAway
 */
export async function noteHandedOut({ postId, path, source, known }: HandedOutFile): Promise<void> {
  if (known?.source === source) return
  await query((client) =>
    client.postFile.upsert({
      where: { postId },
      create: { postId, path, source },
      update: { exportedHash: hashOfFile(source) },
    }),
  )
}
