import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { adminHistoryPath, adminPostPath } from '@/components/admin/posts/admin-posts-query'
import { PostNotice } from '@/components/admin/posts/post-notice'
import { RestoreForm } from '@/components/admin/posts/restore-form'
import { VersionComparison } from '@/components/admin/posts/version-comparison'
import { VersionList } from '@/components/admin/posts/version-list'
import { orNotFound } from '@/lib/http/or-not-found'
import { requireStaff } from '@/lib/http/session/require-staff'
import { getEditedPost } from '@/lib/posts/editing/get-edited-post'
import { parsePostId } from '@/lib/posts/editing/parse-post-id'
import { getVersion, listVersions } from '@/lib/posts/versions/post-versions'
import { getBlog } from '@/lib/settings/get-blog'
import { restore } from './actions'
import '@/components/admin/comments/moderated-comments.css'
import '@/components/admin/posts/compared-text.css'
import '@/components/admin/posts/posts.css'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('versions'))('title') }
}

type Props = {
  params: Promise<{ id: string }>
  searchParams: Promise<{ before?: string; after?: string; fault?: string }>
}

/** Compares any two versions of a post and offers to restore one. */
export default async function HistoryPage({ params, searchParams }: Props) {
  const [{ id: given }, { fault, ...asked }] = await Promise.all([params, searchParams])
  const actor = await requireStaff(`/admin/posts/${given}/history`, 'owner')
  const id = await orNotFound(async () => parsePostId(given))
  const [{ post }, versions, { timeZone }] = await Promise.all([
    orNotFound(() => getEditedPost(actor, id)),
    listVersions(actor, id),
    getBlog(),
  ])
  const kept = (text: string | undefined) =>
    versions.find(({ revision }) => String(revision) === text)?.revision
  // By default, compare the last version with the one before.
  const [after, before] = [
    kept(asked.after) ?? versions[0]?.revision,
    kept(asked.before) ?? versions[1]?.revision,
  ]
  const both =
    before !== undefined &&
    after !== undefined &&
    (await Promise.all([before, after].map((one) => getVersion(actor, id, one))))
  const [one, other] = both || []
  const t = await getTranslations('versions')
  return (
    <>
      <div className="posts-head">
        <h1>{t('title')}</h1>
        <a href={adminPostPath(id)} dir="auto">
          {post.title || (await getTranslations('posts'))('untitled')}
        </a>
      </div>
      <PostNotice fault={fault} />
      {versions.length === 0 && <p className="admin-empty">{t('empty')}</p>}
      {versions.length > 0 && (
        <VersionList
          versions={versions}
          before={before}
          after={after}
          timeZone={timeZone}
          path={adminHistoryPath(id)}
        />
      )}
      {one && other && (
        <section className="admin-section" aria-labelledby="comparison">
          <h2 id="comparison">{t('changes', { before: one.revision, after: other.revision })}</h2>
          <VersionComparison before={one} after={other} />
          <div className="post-tools">
            {[one, other]
              .filter(({ revision }) => revision !== post.revision)
              .map(({ revision }) => (
                <RestoreForm
                  key={revision}
                  id={id}
                  base={post.revision}
                  revision={revision}
                  state={post.state}
                  restore={restore}
                />
              ))}
          </div>
        </section>
      )}
    </>
  )
}
