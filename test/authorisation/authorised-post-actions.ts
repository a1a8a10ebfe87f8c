import { randomUUID } from 'node:crypto'
import type { Actor } from '@/lib/auth/actor'
import { deletePost } from '@/lib/posts/editing/delete-post'
import { editedPostInput } from '@/lib/posts/editing/edited-post'
import { makePreviewKey } from '@/lib/posts/editing/preview-key'
import { saveEditedPost } from '@/lib/posts/editing/save-edited-post'
import { addPost } from '@/test/database/add-rows'
import { form } from '@/test/form-data'
import type { GuardedAction } from './guarded-action'

/** The page of any post contains the actions for all posts. */
const page = '/admin/posts/1'

const addOne = async () => (await addPost(`post-${randomUUID()}`)).id

async function addSaved(owner: Actor): Promise<number> {
  const { id, slug } = await addPost(`post-${randomUUID()}`)
  const input = {
    base: 1,
    slug,
    title: 'Anew',
    summary: '',
    tags: [],
    cover: '',
    coverAlt: '',
    content: 'Other words.',
  }
  await saveEditedPost(owner, id, editedPostInput.parse(input))
  return id
}

/** The server actions on posts: see `actions`. */
export const postActions: Record<string, GuardedAction> = {
  'app/admin/posts/actions.ts#restore': {
    may: 'owner',
    page: '/admin/posts',
    prepare: async ({ owner }) => {
      const id = await addOne()
      await deletePost(owner, id)
      return { values: [form({ id: String(id) })] }
    },
  },
  'app/admin/posts/[id]/actions.ts#save': {
    may: 'owner',
    page,
    prepare: async () => {
      const fields = {
        id: String(await addOne()),
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
    may: 'owner',
    page,
    prepare: async ({ owner }) => {
      const id = await addOne()
      await makePreviewKey(owner, id)
      return { values: [form({ id: String(id) })] }
    },
  },
  'app/admin/posts/[id]/actions.ts#switchComments': {
    may: 'owner',
    page,
    prepare: async () => ({ values: [form({ id: String(await addOne()), close: 'yes' })] }),
  },
  'app/admin/posts/[id]/actions.ts#remove': {
    may: 'owner',
    page,
    prepare: async () => ({ values: [form({ id: String(await addOne()) })] }),
  },
  'app/admin/posts/[id]/history/actions.ts#restore': {
    may: 'owner',
    page: '/admin/posts/1/history',
    prepare: async ({ owner }) => ({
      values: [form({ id: String(await addSaved(owner)), revision: '1', base: '2' })],
    }),
  },
}
