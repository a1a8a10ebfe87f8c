import { randomUUID } from 'node:crypto'
import type { Actor } from '@/lib/auth/actor'
import { commentVersion } from '@/lib/comments/moderation/comment-version'
import { moderateComments } from '@/lib/comments/moderation/moderate-comments'
import {
  type CommentStatus,
  encodeSeenComment,
  type SeenComment,
} from '@/lib/comments/moderation/moderation'
import { db } from '@/lib/db/client'
import { addComment, addPost } from '@/test/database/add-rows'
import { form } from '@/test/form-data'
import type { GuardedAction } from './guarded-action'

const page = '/admin/comments'

async function addSeen(postId: number, status: CommentStatus = 'pending'): Promise<SeenComment> {
  const content = `Words to moderate ${randomUUID()}`
  const id = await addComment(postId, { status, content })
  const [row] = await db().$queryRaw<
    { version: string }[]
  >`SELECT ${commentVersion} AS version FROM comments WHERE id = ${id}`
  return { id, status, version: row?.version ?? '' }
}

/** Adds a comment that the actor approves. @returns the id of the decision */
async function addModerated(actor: Actor, postId: number): Promise<number> {
  const [outcome] = await moderateComments(actor, [await addSeen(postId)], 'published')
  if (!outcome?.done) throw new Error('the comment was not moderated')
  return outcome.judgementId
}

/** The server actions on comments: see `actions`. */
export const commentActions: Record<string, GuardedAction> = {
  'app/admin/comments/actions.ts#moderate': {
    allowed: 'moderator',
    page,
    prepare: async ({ postId }) => ({
      values: [{}, form({ seen: encodeSeenComment(await addSeen(postId)), verdict: 'spam' })],
    }),
  },
  'app/admin/comments/actions.ts#undo': {
    allowed: 'moderator',
    page,
    prepare: async ({ actor, postId }) => ({
      values: [{}, form({ judgement: String(await addModerated(actor, postId)) })],
    }),
  },
  'app/admin/comments/actions.ts#reply': {
    allowed: 'moderator',
    page,
    prepare: async () => {
      // Only public comments accept replies, and those of the scene's post may not be public.
      const { id } = await addPost(`answered-${randomUUID()}`)
      return {
        values: [
          {},
          form({
            seen: encodeSeenComment(await addSeen(id, 'published')),
            key: randomUUID(),
            content: 'An answer.',
          }),
        ],
      }
    },
  },
  'app/admin/comments/actions.ts#edit': {
    allowed: 'moderator',
    page,
    prepare: async ({ postId }) => ({
      values: [
        {},
        form({
          seen: encodeSeenComment(await addSeen(postId, 'published')),
          content: 'Other words.',
        }),
      ],
    }),
  },
  'app/admin/comments/actions.ts#pin': {
    allowed: 'moderator',
    page,
    prepare: async ({ postId }) => ({
      values: [form({ id: String((await addSeen(postId, 'published')).id), pin: 'yes' })],
    }),
  },
  'app/admin/comments/actions.ts#close': {
    allowed: 'moderator',
    page,
    prepare: async ({ postId }) => {
      const { slug } = await db().post.update({
        where: { id: postId },
        data: { commentsClosed: false },
      })
      return { values: [form({ slug, close: 'yes' })] }
    },
  },
  'app/admin/comments/actions.ts#block': {
    allowed: 'moderator',
    page,
    prepare: async ({ postId }) => {
      const id = await addComment(postId, { authorName: `Reader ${randomUUID()}` })
      return { values: [form({ id: String(id), kind: 'name', verdict: 'spam', days: '7' })] }
    },
  },
}
