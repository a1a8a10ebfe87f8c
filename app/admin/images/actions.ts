'use server'
import { z } from 'zod'
import { formAction } from '@/lib/http/admin-action'
import { deleteImage } from '@/lib/images/delete-image'

export const remove = formAction(
  '/admin/images',
  z.object({ id: z.string().max(100) }),
  async (actor, { id }) => {
    await deleteImage(actor, id)
    return '/admin/images?done=image-deleted'
  },
)
