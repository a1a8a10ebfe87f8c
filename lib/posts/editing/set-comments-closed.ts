import 'server-only'
import type { Actor } from '@/lib/auth/actor'
import { Prisma } from '@/lib/generated/prisma/client'
import { changeEditable } from './post-access'

/**
 * Closes or opens the comments of a post immediately. Does not change `updated_at`, because readers
 * see the same post. An opened post may still be closed by its own time limit or by the blog's
 * settings.
 * @returns the public slug, whose pages the caller must invalidate
 * @throws as `changeEditable` does
 */
export const setCommentsClosed = (actor: Actor | undefined, id: number, isClosed: boolean) =>
  changeEditable(actor, id, Prisma.sql`comments_closed = ${isClosed}`)
