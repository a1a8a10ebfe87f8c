'use server'
import { requireRole } from '@/lib/auth/actor'
import { formActions } from '@/lib/http/admin-action'
import { purgePages } from '@/lib/http/purge-pages'
import { undoImport } from '@/lib/importers/comments/undo-import'
import { rowId } from '@/lib/text/row-id'

export const undo = formActions('/admin/import')({ id: rowId }, async (actor, { id }) => {
  requireRole(actor, 'owner')
  // Even a part of an undo changes pages.
  await undoImport(id).finally(purgePages)
  return '/admin/import?done=import-undone'
})
