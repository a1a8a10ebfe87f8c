'use server'
import { headers } from 'next/headers'
import type { ReactNode } from 'react'
import { commentEditInput } from '@/lib/comments/writing/comment-input'
import { translator } from '@/lib/i18n/translator'
import { renderCommentMarkdown } from '@/lib/markdown/render-comment-markdown'
import { limits, takeFrom } from '@/lib/rate-limit/rate-limit'
import { clientAddress } from '@/lib/security/client-address'
import { inBlogLanguage } from '@/lib/settings/get-blog'

/**
 * Renders a comment as its page will show it, or explains why it cannot be published. The arguments
 * are untrusted.
 */
export async function previewComment(content: unknown): Promise<ReactNode> {
  const { allowed } = await takeFrom(limits.previews, clientAddress(await headers()))
  return inBlogLanguage(async () => {
    if (!allowed) return <p>{translator('comments')('tooManyPreviews')}</p>
    const { data, error } = commentEditInput.safeParse({ content })
    if (error) return <p>{error.issues[0]?.message}</p>
    return renderCommentMarkdown(data.content)
  })
}
