'use server'
import { redirect } from 'next/navigation'
import { z } from 'zod'
import { moderateByMail } from '@/lib/comments/moderation/moderate-by-mail'
import { judgements } from '@/lib/comments/moderation/moderation'
import { errorPath } from '@/lib/http/admin-action'
import { afterVerdicts } from '@/lib/http/after-response'
import { parseFields } from '@/lib/http/parse-fields'
import { moderationPath } from '@/lib/mail/mail-links'

const input = z.object({ token: z.string().max(1_000), verdict: z.enum(judgements) })

/**
 * Applies a verdict to the comment in an e-mail, on behalf of the recipient. The signed token is
 * the only credential. Redirects to the page of the link, which shows the result.
 */
export async function decide(form: FormData): Promise<never> {
  const { token, verdict } = parseFields(input, Object.fromEntries(form))
  const path = moderationPath(token)
  const result = await moderateByMail(token, verdict).catch((error: unknown) =>
    errorPath(path, error),
  )
  if (typeof result === 'string') redirect(result)
  afterVerdicts(result.actor, result.outcomes)
  redirect(path)
}
