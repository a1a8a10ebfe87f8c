'use server'
import { z } from 'zod'
import { commentIdMax } from '@/lib/comments/comment'
import { newBlocks } from '@/lib/comments/moderation/block'
import { addBlocks, removeBlock } from '@/lib/comments/moderation/block-comments'
import { adminAction } from '@/lib/http/admin-action'
import { parseFields } from '@/lib/http/parse-fields'
import { signedIn } from '@/lib/http/session/signed-in'

const blocks = '/admin/blocks'

/** Blocks the terms or networks entered in the form. */
export async function add(form: FormData): Promise<never> {
  return adminAction(blocks, async () => {
    await addBlocks(await signedIn(), parseFields(newBlocks, Object.fromEntries(form)))
    return `${blocks}?done=blocked`
  })
}

const removal = z.object({ id: z.coerce.number().int().min(1).max(commentIdMax) })

export async function remove(form: FormData): Promise<never> {
  return adminAction(blocks, async () => {
    await removeBlock(await signedIn(), parseFields(removal, Object.fromEntries(form)).id)
    return `${blocks}?done=block-removed`
  })
}
