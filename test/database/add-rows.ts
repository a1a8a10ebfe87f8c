import { encrypt } from '@/lib/crypto/encrypt'
import { db } from '@/lib/db/client'
import type { Site } from '@/lib/threads/site'

/** Inserts rows, of which tests set only the relevant fields. */

export async function addPost(
  slug: string,
  fields: { draft?: boolean; publishedAt?: Date; content?: string; title?: string } = {},
) {
  return db().post.create({
    data: {
      slug,
      title: `About ${slug}`,
      content: 'Some words.',
      publishedAt: new Date('2025-10-01T00:00:00Z'),
      ...fields,
    },
  })
}

type SiteFields = {
  name?: string
  keyHash?: string
  newPagesPerDay?: number
  language?: string
  webhookUrl?: string
  /** The secret in plain text. */
  webhookSecret?: string
}

/** Adds a site with the hosts of its origins. */
export async function addSite(
  origins: string[],
  { webhookSecret, ...fields }: SiteFields = {},
): Promise<Site> {
  const hosts = [...new Set(origins.map((origin) => new URL(origin).host))]
  return db().site.create({
    data: {
      name: `The site ${hosts[0]}`,
      origins,
      hosts: { create: hosts.map((host) => ({ host })) },
      ...(webhookSecret && { webhookSecret: encrypt('webhook-secret', webhookSecret) }),
      ...fields,
    },
  })
}

/** Inserts the thread of a page. @returns its id, to which comments refer */
export async function addPage(
  siteId: number,
  slug: string,
  fields: { title?: string; url?: string; closed?: boolean } = {},
): Promise<number> {
  const { id } = await db().thread.create({
    data: { siteId, slug, title: 'Hello', url: `https://${slug}`, ...fields },
    select: { id: true },
  })
  return id
}

type CommentFields = {
  parentId?: number
  answeredId?: number
  status?: 'pending' | 'published' | 'spam' | 'deleted'
  content?: string
  authorName?: string
  createdAt?: Date
  editedAt?: Date
  likes?: number
  votesUp?: number
  votesDown?: number
}

export async function addComment(postId: number, fields: CommentFields = {}): Promise<number> {
  const { id } = await db().comment.create({
    data: { postId, status: 'published', content: 'Some words.', authorName: 'Ada', ...fields },
    select: { id: true },
  })
  return id
}

/**
 * Inserts many replies in batches: each one updates the count of the same row, and a single
 * statement would process all its versions.
 */
export async function addReplies(postId: number, parentId: number, count: number): Promise<void> {
  const batch = 100
  for (let written = 0; written < count; written += batch) {
    await db().comment.createMany({
      data: Array.from({ length: Math.min(batch, count - written) }, () => ({
        postId,
        parentId,
        status: 'published' as const,
        content: 'r',
        authorName: 'Ada',
      })),
    })
  }
}
