import { randomUUID } from 'node:crypto'
import { db } from '@/lib/db/client'
import { deletePost } from '@/lib/posts/editing/delete-post'
import { editedPostInput } from '@/lib/posts/editing/edited-post'
import { makePreviewKey } from '@/lib/posts/editing/preview-key'
import { saveEditedPost } from '@/lib/posts/editing/save-edited-post'
import { addPost } from '@/test/database/add-rows'
import { form } from '@/test/form-data'
import type { GuardedAction, Scene } from './guarded-action'

/** The page of any post contains the actions for all posts. */
const page = '/admin/posts/1'

async function addOne({ writer }: Pick<Scene, 'writer'>): Promise<number> {
  const { id } = await addPost(`post-${randomUUID()}`)
  await db().post.update({ where: { id }, data: { authorId: writer.staffId } })
  return id
}

async function addSaved(scene: Scene): Promise<number> {
  const id = await addOne(scene)
  const input = {
    base: 1,
    slug: '',
    title: 'Anew',
    summary: '',
    tags: [],
    cover: '',
    coverAlt: '',
    content: 'Other words.',
  }
  await saveEditedPost(scene.owner, id, editedPostInput.parse(input))
  return id
}

/** The server actions on posts: see `actions`. */
export const postActions: Record<string, GuardedAction> = {
  'app/admin/posts/actions.ts#restore': {
    allowed: 'author',
    page: '/admin/posts',
    prepare: async (scene) => {
      const id = await addOne(scene)
      await deletePost(scene.owner, id)
      return { values: [form({ id: String(id) })] }
    },
  },
  'app/admin/posts/[id]/actions.ts#save': {
    allowed: 'author',
    page,
    prepare: async (scene) => {
      const fields = {
        id: String(await addOne(scene)),
        base: '1',
        slug: '',
        title: 'Anew',
        content: `Words ${randomUUID()}`,
      }
      return {
        values: [
          { refusals: 0 },
          form({ ...fields, summary: '', tags: 'one', cover: '', coverAlt: '', act: 'save' }),
        ],
      }
    },
  },
  'app/admin/posts/[id]/actions.ts#revokePreview': {
    allowed: 'author',
    page,
    prepare: async (scene) => {
      const id = await addOne(scene)
      await makePreviewKey(scene.owner, id)
      return { values: [form({ id: String(id) })] }
    },
  },
  'app/admin/posts/[id]/actions.ts#changeAuthor': {
    allowed: 'owner',
    page,
    prepare: async (scene) => ({
      values: [form({ id: String(await addOne(scene)), author: scene.owner.staffId })],
    }),
  },
  'app/admin/posts/[id]/actions.ts#remove': {
    allowed: 'author',
    page,
    prepare: async (scene) => ({ values: [form({ id: String(await addOne(scene)) })] }),
  },
  'app/admin/posts/[id]/history/actions.ts#restore': {
    allowed: 'author',
    page: '/admin/posts/1/history',
    prepare: async (scene) => ({
      values: [form({ id: String(await addSaved(scene)), revision: '1', base: '2' })],
    }),
  },
}
