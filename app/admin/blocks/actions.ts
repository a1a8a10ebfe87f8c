'use server'
import { blockLists } from '@/lib/comments/moderation/block'
import { removeBlock, saveBlockLists } from '@/lib/comments/moderation/block-comments'
import { formActions, keepingAction } from '@/lib/http/admin-action'
import { rowId } from '@/lib/text/row-id'

export const save = keepingAction(blockLists, async (actor, input) => {
  await saveBlockLists(actor, input)
  return `/admin/blocks?kind=${input.kind}&done=blocks-saved`
})

export const remove = formActions('/admin/blocks')({ id: rowId }, async (actor, fields) => {
  await removeBlock(actor, fields.id)
  return '/admin/blocks?done=block-removed'
})
