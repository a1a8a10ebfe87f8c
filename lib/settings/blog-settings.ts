import 'server-only'
import { type Actor, requireRole } from '@/lib/auth/actor'
import { query } from '@/lib/db/client'

/** What the owner has set. */
export type BlogSettings = {
  commentsOff: boolean
  /** So many days after its publication a post takes no comments; null: it always does. */
  commentsCloseAfterDays: number | null
}

/** What holds where nothing has been set. */
const unset: BlogSettings = { commentsOff: false, commentsCloseAfterDays: null }

/** @throws AppError `unauthorized`, `forbidden` for a moderator; DatabaseUnavailable */
export async function getSettings(actor: Actor | undefined): Promise<BlogSettings> {
  requireRole(actor, 'owner')
  const row = await query((client) =>
    client.blogSettings.findUnique({
      where: { id: 1 },
      select: { commentsOff: true, commentsCloseAfterDays: true },
    }),
  )
  return row ?? unset
}

/**
 * Every page that shows a form for comments is to be made anew afterwards.
 * @throws AppError `unauthorized`, `forbidden` for a moderator; DatabaseUnavailable
 */
export async function saveSettings(
  actor: Actor | undefined,
  settings: BlogSettings,
): Promise<void> {
  requireRole(actor, 'owner')
  await query((client) =>
    client.blogSettings.upsert({ where: { id: 1 }, update: settings, create: settings }),
  )
}
