'use server'
import { blockLists } from '@/lib/comments/moderation/block'
import { removeBlock, saveBlockLists } from '@/lib/comments/moderation/block-comments'
import { formActions, keepingAction } from '@/lib/http/admin-action'
import { pathWith } from '@/lib/paths'
import { rowId } from '@/lib/threads/admin/parse-site-id'

export const save = keepingAction(blockLists, async (actor, input) => {
  await saveBlockLists(actor, input)
  return `/admin/blocks?kind=${input.kind}&done=blocks-saved`
})

const action = formActions((form) =>
  pathWith('/admin/blocks', { kind: String(form.get('kind') ?? '') }),
)

export const remove = action({ id: rowId }, async (actor, { id }, path) => {
  await removeBlock(actor, id)
  return pathWith(path, { done: 'block-removed' })
})
