import type { Commenter } from '@/lib/comments/screening/draft'
import { makeStamp } from '@/lib/comments/screening/form-stamp'
import { addComment } from '@/lib/comments/writing/add-comment'
import { db } from '@/lib/db/client'
import { addPost } from '@/test/database/add-rows'

/**
 * Helpers for tests of comment screening: comments are written as readers do and read from the
 * database.
 */

// The owner is notified of a flood by mail.
Object.assign(process.env, {
  SMTP_URL: 'smtp://127.0.0.1:9',
  SITE_URL: 'https://blog.example.org',
  OWNER_EMAIL: 'owner@example.org',
})

let networks = 0
/** A client from a network without earlier comments. */
export const newcomer = (commenter: Commenter = {}): Commenter => ({
  network: `198.51.100.${networks++}`,
  ...commenter,
})

/** Returns the stamp of a form that was opened at an earlier time. */
export const stampOf = (agoMs: number) => makeStamp(new Date(Date.now() - agoMs))

export const write = (content: string, commenter: Commenter = newcomer(), authorName = 'Ada') =>
  addComment({ slug: 'hello', content, author_name: authorName }, commenter)

export const row = (id: number) => db().comment.findUniqueOrThrow({ where: { id } })
export const waitingRulesOf = async (id: number) =>
  ((await row(id)).waitingScreening as { rule: string }[]).map(({ rule }) => rule)
export const rulesOf = async (id: number) =>
  ((await row(id)).screening as { rule: string }[]).map(({ rule }) => rule)

export const sentence = 'A sentence that is long enough to be somebody’s own.'

/** Creates a blog with one post, `hello`, and no comments or blocks. */
export async function emptyBlog(): Promise<void> {
  await db().post.deleteMany()
  await db().commentBlock.deleteMany()
  await db().outboxMail.deleteMany()
  await addPost('hello')
}
