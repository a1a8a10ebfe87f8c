import { getTranslations } from 'next-intl/server'
import { FilterForm, Options } from '@/components/admin/admin-form'
import { type AdminPageProps, AdminTabs, sectionMetadata } from '@/components/admin/admin-page'
import { CommentModeration } from '@/components/admin/comments/comment-moderation'
import { ModerationNotice } from '@/components/admin/comments/moderation-notice'
import {
  adminCommentsPath,
  adminNewsPath,
  commentsQuery,
} from '@/components/admin/comments/moderation-query'
import { ruleLabel, ruleNames } from '@/components/admin/comments/rule-labels'
import { ClientMessages } from '@/components/i18n/client-messages'
import { richTags } from '@/components/i18n/rich-tags'
import { dayFormat, toTheMinute } from '@/components/ui/day-format'
import { countForAdmin, countMatching } from '@/lib/comments/moderation/count-for-admin'
import {
  findModeratedThread,
  listForAdmin,
  listPendingBy,
} from '@/lib/comments/moderation/list-for-admin'
import {
  blogSiteId,
  listModeratedSites,
  type ModeratedSite,
} from '@/lib/comments/moderation/moderated-sites'
import {
  type AdminQuery,
  commentStatuses,
  encodeSeenComment,
  isBySameAuthor,
} from '@/lib/comments/moderation/moderation'
import { findLastDecision } from '@/lib/comments/moderation/undo-judgements'
import { requireStaff } from '@/lib/http/session/require-staff'
import { getBlog } from '@/lib/settings/get-blog'
import { pageLanguage } from '@/lib/settings/page-language'
import { countWord } from '@/lib/text/count-max'
import { close, edit, moderate, reply, undo } from './actions'
import { CommentCard } from './comment-card'
import { ThreadHeading } from './thread-heading'
import '@/components/admin/comments/moderated-comment.css'
import '@/components/admin/comments/moderated-comments.css'
import '@/components/admin/comments/keyboard-help.css'

export const generateMetadata = sectionMetadata('comments')

export default async function AdminCommentsPage({ searchParams }: AdminPageProps) {
  const given = await searchParams
  const query = commentsQuery.parse(given)
  const here = adminCommentsPath(query)
  const actor = await requireStaff(here, 'moderator')
  const [{ comments, next }, counts, matching, sites, last, thread] = await Promise.all([
    listForAdmin(actor, query),
    countForAdmin(actor),
    countMatching(actor, query),
    listModeratedSites(actor),
    findLastDecision(actor),
    query.post === undefined ? undefined : findModeratedThread(actor, query.post),
  ])
  const newestId = Math.max(0, ...comments.map(({ id }) => id))
  const [t, admin] = await Promise.all([getTranslations('moderation'), getTranslations('admin')])
  const [language, { timeZone }] = await Promise.all([pageLanguage(), getBlog()])
  const times = dayFormat({ language, timeZone }, toTheMinute)
  const ownSite = { id: blogSiteId, name: t('filter.ownSite') }
  const choices = [...(actor.siteIds?.includes(blogSiteId) === false ? [] : [ownSite]), ...sites]
  const pathOf = (changed: Partial<AdminQuery>) =>
    adminCommentsPath({ ...query, after: undefined, ...changed })
  const authors = new Set(comments.map(({ authorName }) => authorName))
  authors.delete('')
  const pending = query.status === 'pending' ? await listPendingBy(actor, [...authors]) : []
  return (
    <ClientMessages namespaces={['moderationClient']}>
      <div className="admin-comments-head">
        <h1>{admin('sections.comments')}</h1>
        <AdminTabs
          label={t('tabs.label')}
          tabs={commentStatuses.map((status) => ({
            href: pathOf({ status }),
            isCurrent: status === query.status,
            text: (
              <>
                {t(`tabs.${status}`)} <span data-count={status}>{countWord(counts[status])}</span>
              </>
            ),
          }))}
        />
        <CommentFilter query={query} pathOf={pathOf} sites={choices} />
      </div>
      {thread && <ThreadHeading thread={thread} back={here} />}
      <ModerationNotice
        notice={String(given.notice ?? '')}
        error={String(given.error ?? '')}
        thread={thread}
        back={here}
        close={close}
      />
      <CommentModeration
        actions={{ moderate, undo, reply, edit }}
        verdicts={
          comments.length === 0
            ? []
            : (['published', 'spam', 'deleted'] as const).filter((one) => one !== query.status)
        }
        last={last && { ...last, time: times.format(last.at) }}
        shown={{ matching, counts }}
        news={query.after === undefined ? adminNewsPath(query, newestId) : undefined}
      >
        <section aria-label={t('list')} className="admin-list">
          {comments.map((comment) => (
            <CommentCard
              key={encodeSeenComment(comment)}
              comment={comment}
              query={query}
              actor={actor}
              byAuthor={pending.filter((one) => isBySameAuthor(one, comment))}
            />
          ))}
          {comments.length === 0 && (
            <p className="admin-empty">
              {t(query.status === 'pending' ? 'emptyPending' : 'empty')}
            </p>
          )}
        </section>
      </CommentModeration>
      <nav aria-label={admin('pages')} className="admin-pages">
        {query.after !== undefined && <a href={pathOf({})}>{t('newest')}</a>}
        {next !== null && (
          <a href={pathOf({ after: next })} rel="next">
            {t('older')}
          </a>
        )}
      </nav>
    </ClientMessages>
  )
}

type FilterProps = {
  query: AdminQuery
  pathOf: (changed: Partial<AdminQuery>) => string
  sites: ModeratedSite[]
}

/** A plain form that filters the list, and the active filters, each with a link to remove it. */
async function CommentFilter({ query, pathOf, sites }: FilterProps) {
  const { status, search, post, author, network, site, rule } = query
  const t = await getTranslations('moderation.filter')
  const rules = await getTranslations('moderation.rules')
  const words = await getTranslations('liveSearch')
  const siteName = sites.find(({ id }) => id === site)?.name
  const active = [
    { name: 'search', text: search && words('similarWord', { word: search }) },
    { name: 'post', text: post && t('post', { post }) },
    { name: 'author', text: author && t('author', { author }) },
    { name: 'network', text: network && t('network', { id: String(network) }) },
    { name: 'site', text: siteName && t('site', { site: siteName }) },
    { name: 'rule', text: rule && ruleLabel(rules, rule) },
  ].flatMap(({ name, text }) => (text ? [{ name, text }] : []))
  return (
    <search>
      <details className="admin-find">
        <summary>
          <span aria-hidden="true">⌕</span>
          <span>{t('title')}</span>
        </summary>
        <FilterForm
          action="/admin/comments"
          fields={{ status: status === 'pending' ? undefined : status, post, author, network }}
          label={t('search')}
          submit={t('submit')}
          defaultValue={search}
          placeholder={t('placeholder')}
        >
          {sites.length > 1 && (
            <label>
              <span className="sr-only">{t('siteLabel')}</span>
              <select name="site" defaultValue={site ?? ''}>
                <option value="">{t('anySite')}</option>
                <Options of={sites.map(({ id, name }) => [id, name])} />
              </select>
            </label>
          )}
          <label>
            <span className="sr-only">{t('reason')}</span>
            <select name="rule" defaultValue={rule ?? ''}>
              <option value="">{t('anyReason')}</option>
              <Options of={ruleNames.map((name) => [name, ruleLabel(rules, name)])} />
            </select>
          </label>
        </FilterForm>
      </details>
      {active.length > 0 && (
        <ul className="admin-filters" aria-label={t('active')}>
          {active.map(({ name, text }) => (
            <li key={name}>
              <a href={pathOf({ [name]: undefined })}>
                {t.rich('remove', { ...richTags, text })} <span aria-hidden="true">×</span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </search>
  )
}
