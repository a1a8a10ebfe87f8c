import { getTranslations } from 'next-intl/server'
import { PostNotice } from '@/components/admin/admin-notice'
import { AdminSection, titleMetadata } from '@/components/admin/admin-page'
import { ComparedText } from '@/components/admin/posts/compared-text'
import { draftFields, fieldText } from '@/components/editor/saving/draft'
import { DateTime } from '@/components/ui/date-time'
import { orNotFound } from '@/lib/http/or-not-found'
import { requireStaff } from '@/lib/http/session/require-staff'
import { getEditedPost } from '@/lib/posts/editing/get-edited-post'
import { compareTexts } from '@/lib/posts/versions/compare-texts'
import { getVersion, listVersions } from '@/lib/posts/versions/post-versions'
import { parseRowId } from '@/lib/text/row-id'
import { restore } from './actions'
import '@/components/admin/comments/moderated-comments.css'
import '@/components/admin/posts/compared-text.css'
import '@/components/admin/posts/posts.css'

export const generateMetadata = titleMetadata((t) => t('versions.title'))

type Props = {
  params: Promise<{ id: string }>
  searchParams: Promise<{ before?: string; after?: string; error?: string }>
}

/** Lists the versions of a post, newest first, compares any two, and offers to restore one. */
export default async function HistoryPage({ params, searchParams }: Props) {
  const [{ id: idParam }, { error, ...range }] = await Promise.all([params, searchParams])
  const actor = await requireStaff(`/admin/posts/${idParam}/history`, 'writer')
  const { post, isChanged } = await orNotFound(async () =>
    getEditedPost(actor, parseRowId('post', idParam)),
  )
  const { id } = post
  const versions = await listVersions(actor, id)
  const kept = (text: string | undefined) =>
    versions.find(({ revision }) => String(revision) === text)?.revision
  // By default, compare the last version with the published one, or with the one before it.
  const published = isChanged ? versions.find(({ published }) => published) : undefined
  const chosen = {
    before: kept(range.before) ?? (published ?? versions[1])?.revision,
    after: kept(range.after) ?? versions[0]?.revision,
  }
  const [one, other] = await Promise.all(
    [chosen.before, chosen.after].map(async (revision) =>
      revision === undefined ? undefined : getVersion(actor, id, revision),
    ),
  )
  const t = await getTranslations('versions')
  const label = await getTranslations('postFormClient.fields')
  return (
    <>
      <div className="posts-head">
        <h1>{t('title')}</h1>
        <a href={`/admin/posts/${id}`} dir="auto">
          {post.title || (await getTranslations('posts'))('untitled')}
        </a>
      </div>
      <PostNotice error={error} />
      {versions.length === 0 && <p className="admin-empty">{t('empty')}</p>}
      {versions.length > 0 && (
        <form action={`/admin/posts/${id}/history`} className="versions">
          <button type="submit" className="post-act">
            {t('compare')}
          </button>
          <table>
            <thead>
              <tr>
                <th scope="col">{t('before')}</th>
                <th scope="col">{t('after')}</th>
                <th scope="col">{t('version')}</th>
              </tr>
            </thead>
            <tbody>
              {versions.map(({ revision, savedAt, by, published }) => (
                <tr key={revision}>
                  {(['before', 'after'] as const).map((side) => (
                    <td key={side}>
                      <label>
                        <input
                          type="radio"
                          name={side}
                          value={revision}
                          defaultChecked={revision === chosen[side]}
                          aria-label={t(`choose.${side}`, { revision })}
                        />
                      </label>
                    </td>
                  ))}
                  <td>
                    {/* Compares the version with the current one, and offers to restore it. */}
                    <a href={`/admin/posts/${id}/history?before=${revision}#changes`}>
                      {t('revision', { revision, published: String(published) })}
                    </a>
                    <small className="admin-muted">
                      {t.rich('details', {
                        by,
                        known: String(by !== ''),
                        date: () => <DateTime value={savedAt} withTime />,
                      })}
                    </small>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </form>
      )}
      {one && other && (
        <AdminSection
          id="changes"
          title={t('changes', { before: one.revision, after: other.revision })}
        >
          <div className="post-tools">
            {[one.revision, other.revision]
              .filter((revision) => revision !== post.revision)
              .map((revision) => (
                <details key={revision}>
                  <summary>{t('restore.submit', { revision })}</summary>
                  <form action={restore} className="post-tools">
                    <input type="hidden" name="id" value={id} />
                    <input type="hidden" name="base" value={post.revision} />
                    <p>
                      {t('restore.about', {
                        revision,
                        isPublic: String(post.state === 'published'),
                      })}
                    </p>
                    <button type="submit" name="revision" value={revision} className="post-act">
                      {t('restore.confirm', { revision })}
                    </button>
                  </form>
                </details>
              ))}
          </div>
          <div className="comparison">
            {draftFields
              .filter((field) => fieldText(one[field]) !== fieldText(other[field]))
              .map((field) => (
                <section key={field}>
                  <h3>{label(field)}</h3>
                  <ComparedText
                    lines={compareTexts(fieldText(one[field]), fieldText(other[field]))}
                  />
                </section>
              ))}
            <section>
              <h3>{t('text')}</h3>
              <ComparedText lines={compareTexts(one.content, other.content)} />
            </section>
          </div>
        </AdminSection>
      )}
    </>
  )
}
