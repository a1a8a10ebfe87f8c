import { hasRole, requireRole } from '@/lib/auth/actor'
import { countForAdmin } from '@/lib/comments/moderation/count-for-admin'
import { adminEndpoint } from '@/lib/http/admin-endpoint'
import { currentLocale, translator } from '@/lib/i18n/translator'
import { findEditablePost } from '@/lib/posts/editing/post-access'
import { directionOf } from '@/lib/settings/language'
import { countWord } from '@/lib/text/count-max'
import { decodePart } from '@/lib/text/parse-url'
import { threadSlug } from '@/lib/threads/thread-slug-input'

/** Returns the links of the staff bar for a page of the blog. */
export const GET = adminEndpoint(async ({ request, actor }) => {
  const path = new URL(request.url).searchParams.get('path') ?? ''
  requireRole(actor, 'staff')
  const isModerator = hasRole(actor, 'moderator')
  const pending = isModerator ? (await countForAdmin(actor)).pending : 0
  const t = translator('staffBar')
  const slug = slugIn(path)
  const id =
    slug === undefined
      ? undefined
      : await findEditablePost(actor, slug, !path.startsWith('/posts/'))
  return {
    lang: currentLocale(),
    dir: directionOf(currentLocale()),
    label: t('label'),
    links: [
      { href: '/admin', text: t('home') },
      ...(isModerator
        ? [
            {
              href: '/admin/comments',
              text: t('comments', { pending, number: countWord(pending) }),
            },
          ]
        : []),
      ...(id === undefined ? [] : [{ href: `/admin/posts/${id}`, text: t('edit') }]),
    ],
  }
})

/** Returns the slug in the path of a post or page; undefined for any other path. */
function slugIn(path: string): string | undefined {
  const [, ofPost, encoded = ofPost ?? ''] = /^\/(?:posts\/([^/]+)|([^/]+)$)/.exec(path) ?? []
  return threadSlug.safeParse(decodePart(encoded)).data
}
