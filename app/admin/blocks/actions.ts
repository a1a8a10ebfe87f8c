'use server'
import { z } from 'zod'
import { commentIdMax } from '@/lib/comments/comment'
import { blockLists } from '@/lib/comments/moderation/block'
import { removeBlock, saveBlockLists } from '@/lib/comments/moderation/block-comments'
import { formAction } from '@/lib/http/admin-action'

const listPath = (form: FormData) =>
  `/admin/blocks?${new URLSearchParams({ kind: String(form.get('kind')) })}`

export const save = formAction(listPath, blockLists, async (actor, lists, path) => {
  await saveBlockLists(actor, lists)
  return `${path}&done=blocks-saved`
})

export const remove = formAction(
  '/admin/blocks',
  z.object({ id: z.coerce.number().int().min(1).max(commentIdMax) }),
  async (actor, { id }) => {
    await removeBlock(actor, id)
    return '/admin/blocks?done=block-removed'
  },
)
