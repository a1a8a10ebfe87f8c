'use server'
import { z } from 'zod'
import { commentIdMax } from '@/lib/comments/comment'
import { newBlocks } from '@/lib/comments/moderation/block'
import { addBlocks, removeBlock } from '@/lib/comments/moderation/block-comments'
import { formAction } from '@/lib/http/admin-action'

export const add = formAction('/admin/blocks', newBlocks, async (actor, blocks) => {
  await addBlocks(actor, blocks)
  return '/admin/blocks?done=blocked'
})

export const remove = formAction(
  '/admin/blocks',
  z.object({ id: z.coerce.number().int().min(1).max(commentIdMax) }),
  async (actor, { id }) => {
    await removeBlock(actor, id)
    return '/admin/blocks?done=block-removed'
  },
)
