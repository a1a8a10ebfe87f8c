'use server'
import { z } from 'zod'
import { formActions } from '@/lib/http/admin-action'
import { deleteImage } from '@/lib/images/delete-image'

const id = z.string().max(100)

export const remove = formActions('/admin/images')({ id }, async (actor, fields) => {
  await deleteImage(actor, fields.id)
  return '/admin/images?done=image-deleted'
})
