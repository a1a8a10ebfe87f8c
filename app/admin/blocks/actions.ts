'use server'
import { z } from 'zod'
import { commentIdMax } from '@/lib/comments/comment'
import { blockLists } from '@/lib/comments/moderation/block'
import { removeBlock, saveBlockLists } from '@/lib/comments/moderation/block-comments'
import { formActions, keepingAction } from '@/lib/http/admin-action'

export const save = keepingAction(blockLists, async (actor, input) => {
  await saveBlockLists(actor, input)
  return `/admin/blocks?kind=${input.kind}&done=blocks-saved`
})

const id = z.coerce.number().int().min(1).max(commentIdMax)

export const remove = formActions('/admin/blocks')({ id }, async (actor, fields) => {
  await removeBlock(actor, fields.id)
  return '/admin/blocks?done=block-removed'
})
