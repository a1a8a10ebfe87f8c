import 'server-only'
import { Prisma } from '@/lib/generated/prisma/client'

/**
 * Assignments that erase the author's content from a row of `comments`. A new column with personal
 * data must be added here; erased-columns.test.ts finds columns that nobody has considered.
 */
export const erasedText = Prisma.sql`
  content = '', author_name = '', address_id = NULL, waiting_content = NULL, waiting_since = NULL,
  text_hash = '', screening = '[]', waiting_screening = '[]'`

/** Assignments that erase the hashes of the author's network. */
export const erasedNetwork = Prisma.sql`network_hash = NULL, network_key = NULL`

/** Assignments that erase earlier texts and verdicts from a row of `comment_judgements`. */
export const erasedJudgement = Prisma.sql`
  content_before = NULL, waiting_before = NULL, screening_before = NULL,
  waiting_screening_before = NULL`
