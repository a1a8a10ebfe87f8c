import 'server-only'
import { type Actor, requireRole } from '@/lib/auth/actor'
import { query } from '@/lib/db/client'

/** The owner's settings for comments. */
export type BlogSettings = {
  commentsOff: boolean
  /** Number of days after publication until comments close; null means never. */
  commentsCloseAfterDays: number | null
}

/** The defaults. */
const defaults: BlogSettings = { commentsOff: false, commentsCloseAfterDays: null }

/**
 * Returns the comment settings.
 * @throws AppError `unauthorized`, `forbidden` for a moderator; DatabaseUnavailable
 */
export async function getSettings(actor: Actor | undefined): Promise<BlogSettings> {
  requireRole(actor, 'owner')
  const row = await query((client) =>
    client.blogSettings.findUnique({
      where: { id: 1 },
      select: { commentsOff: true, commentsCloseAfterDays: true },
    }),
  )
  return row ?? defaults
}

/**
 * Saves the comment settings. The caller must invalidate every page with a comment form.
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
