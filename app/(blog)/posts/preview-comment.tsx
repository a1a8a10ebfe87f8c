'use server'
import { headers } from 'next/headers'
import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { commentEditInput } from '@/lib/comments/writing/comment-input'
import { renderCommentMarkdown } from '@/lib/markdown/render-comment-markdown'
import { limits, takeFrom } from '@/lib/rate-limit/rate-limit'
import { clientAddress } from '@/lib/security/client-address'

/**
 * Renders a comment as its page will show it, or explains why it cannot be published. The arguments
 * are untrusted.
 */
export async function previewComment(content: unknown): Promise<ReactNode> {
  const t = await getTranslations('comments')
  const { allowed } = await takeFrom(limits.previews, clientAddress(await headers()))
  if (!allowed) return <p>{t('tooManyPreviews')}</p>
  const { data, error } = commentEditInput.safeParse({ content })
  if (error) return <p>{error.issues[0]?.message}</p>
  return renderCommentMarkdown(data.content)
}
