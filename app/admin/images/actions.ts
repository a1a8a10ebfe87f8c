'use server'
import { z } from 'zod'
import { adminAction } from '@/lib/http/admin-action'
import { parseFields } from '@/lib/http/parse-fields'
import { signedIn } from '@/lib/http/session/signed-in'
import { deleteImage } from '@/lib/images/delete-image'

const deletion = z.object({ id: z.string().max(100) })

/** Deletes an image that no post uses. */
export async function remove(form: FormData): Promise<never> {
  return adminAction('/admin/images', async () => {
    await deleteImage(await signedIn(), parseFields(deletion, Object.fromEntries(form)).id)
    return '/admin/images?done=image-deleted'
  })
}
