import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { CountedLink } from '@/components/posts/counted-link'
import { ContentLang } from '@/components/ui/content-lang'
import { Message } from '@/components/ui/message'
import { PageTitle } from '@/components/ui/page-title'
import { noStaticParams } from '@/lib/http/responses'
import { tagPath } from '@/lib/paths'
import { listTags } from '@/lib/posts/reading/list-tags'
import { getBlog } from '@/lib/settings/get-blog'

type Props = { params: Promise<{ none?: string[] }> }

/**
 * Returns no paths, because a build has no database. The optional catch-all segment exists only to
 * allow this; a request with a value returns 404.
 */
export const generateStaticParams = noStaticParams

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('tags')
  return {
    title: t('title'),
    description: t('description'),
    alternates: { canonical: '/tags' },
  }
}

export default async function TagsPage({ params }: Props) {
  if ((await params).none) notFound()
  const [t, { language }] = await Promise.all([getTranslations('tags'), getBlog()])
  const tags = await listTags(language)
  if (tags.length === 0) {
    return (
      <Message title={t('empty')}>
        <p>{t.rich('emptyHint', { posts: (words) => <a href="/">{words}</a> })}</p>
      </Message>
    )
  }
  return (
    <>
      <PageTitle>{t('title')}</PageTitle>
      <ul className="mt-10 flex flex-wrap gap-2">
        {tags.map(({ tag, posts }) => (
          <li key={tag}>
            <CountedLink href={tagPath(tag)} posts={posts}>
              <ContentLang>{tag}</ContentLang>
            </CountedLink>
          </li>
        ))}
      </ul>
    </>
  )
}
