import { hasRole } from '@/lib/auth/actor'
import { countForAdmin } from '@/lib/comments/moderation/count-for-admin'
import { NotFound } from '@/lib/errors'
import { adminEndpoint } from '@/lib/http/admin-endpoint'
import { otherMethods } from '@/lib/http/endpoint'
import { currentLocale, translator } from '@/lib/i18n/translator'
import { directionOf } from '@/lib/settings/language'
import { countWord } from '@/lib/text/count-max'
import { threadSlug } from '@/lib/threads/thread-slug-input'
import { findCountedPost } from '@/lib/views/stats/get-views-by-day'

/** Returns the links of the staff bar for a page of the blog. */
export const GET = adminEndpoint(async ({ request, actor }) => {
  const path = new URL(request.url).searchParams.get('path') ?? ''
  const { pending } = await countForAdmin(actor)
  const t = translator('staffBar')
  const slug = slugIn(path)
  const post =
    slug !== undefined && actor && hasRole(actor, 'owner')
      ? await findCountedPost(actor, slug).catch(orNone)
      : undefined
  return {
    lang: currentLocale(),
    dir: directionOf(currentLocale()),
    label: t('label'),
    links: [
      { href: '/admin', text: t('home') },
      { href: '/admin/comments', text: t('comments', { pending, number: countWord(pending) }) },
      ...(post ? [{ href: `/admin/posts/${post.id}`, text: t('edit') }] : []),
    ],
  }
})

/** Returns the slug in the path of a post; undefined for any other path. */
function slugIn(path: string): string | undefined {
  const [, encoded = ''] = /^\/posts\/([^/]+)/.exec(path) ?? []
  try {
    return threadSlug.safeParse(decodeURIComponent(encoded)).data
  } catch {
    // An invalid escape (`%ff`) is not part of a slug.
    return undefined
  }
}

function orNone(error: unknown): undefined {
  if (!(error instanceof NotFound)) throw error
}

export const { OPTIONS, POST, PUT, PATCH, DELETE } = otherMethods('GET')

export const dynamic = 'force-dynamic'
