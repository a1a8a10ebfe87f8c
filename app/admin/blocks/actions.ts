'use server'
import { z } from 'zod'
import { commentIdMax } from '@/lib/comments/comment'
import { blockLists } from '@/lib/comments/moderation/block'
import { removeBlock, saveBlockLists } from '@/lib/comments/moderation/block-comments'
import { adminAction, formActions } from '@/lib/http/admin-action'
import { parseFields } from '@/lib/http/parse-fields'

export async function save(form: FormData): Promise<never> {
  const path = `/admin/blocks?${new URLSearchParams({ kind: String(form.get('kind')) })}`
  return adminAction(path, async (actor) => {
    await saveBlockLists(actor, parseFields(blockLists, Object.fromEntries(form)))
    return `${path}&done=blocks-saved`
  })
}

const id = z.coerce.number().int().min(1).max(commentIdMax)

export const remove = formActions('/admin/blocks')({ id }, async (actor, fields) => {
  await removeBlock(actor, fields.id)
  return '/admin/blocks?done=block-removed'
})
