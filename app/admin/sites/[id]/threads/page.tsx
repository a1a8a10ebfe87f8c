import { getFormatter, getTranslations } from 'next-intl/server'
import { z } from 'zod'
import { AdminField, AdminForm, ButtonForm, FilterForm } from '@/components/admin/admin-form'
import { AdminNotice } from '@/components/admin/admin-notice'
import {
  type AdminPageProps,
  AdminRows,
  AdminSection,
  sectionMetadata,
} from '@/components/admin/admin-page'
import { adminCommentsPath } from '@/components/admin/comments/moderation-query'
import { adminThreadsPath, threadsQuery } from '@/components/admin/sites/threads-query'
import { richTags } from '@/components/i18n/rich-tags'
import { DateTime } from '@/components/ui/date-time'
import { orNotFound } from '@/lib/http/or-not-found'
import { requireStaff } from '@/lib/http/session/require-staff'
import { countMax } from '@/lib/text/count-max'
import { parseRowId, rowId } from '@/lib/text/row-id'
import {
  type AdminThread,
  countLocalThreads,
  findMerge,
  listSiteThreads,
} from '@/lib/threads/admin/site-threads'
import { getSite } from '@/lib/threads/admin/sites'
import { siteLimits } from '@/lib/threads/site'
import { threadUrl } from '@/lib/threads/thread-url'
import { admit, close, merge, remove, removeLocal } from './actions'
import '@/components/admin/comments/moderated-comments.css'
import '@/components/admin/sites/sites.css'

export const generateMetadata = sectionMetadata('sites')

/** A merge to confirm, as the `merge` action encodes it. */
const mergeQuery = z.object({
  merge: rowId,
  address: z.string().max(siteLimits.urlLengthMax),
  moved: z.literal('yes').optional(),
})

type Props = AdminPageProps & { params: Promise<{ id: string }> }

export default async function SiteThreadsPage({ params, searchParams }: Props) {
  const [{ id: idParam }, { done, error, ...parameters }] = await Promise.all([
    params,
    searchParams,
  ])
  const { search, after } = threadsQuery.parse(parameters)
  const here = adminThreadsPath(idParam, { search, after })
  const actor = await requireStaff(here, 'owner')
  const site = await orNotFound(async () => getSite(actor, parseRowId('site', idParam)))
  const { data: requested } = mergeQuery.safeParse(parameters)
  const [{ threads, next, matching }, local, merged] = await Promise.all([
    listSiteThreads(actor, { siteId: site.id, search, after }),
    countLocalThreads(actor, site.id),
    requested &&
      findMerge(actor, { siteId: site.id, threadId: requested.merge }, requested.address),
  ])
  const [t, admin] = await Promise.all([getTranslations('siteThreads'), getTranslations('admin')])
  const fields = { site: site.id, search }
  return (
    <>
      <h1>{t.rich('title', { site: () => <bdi>{site.name}</bdi> })}</h1>
      <AdminNotice error={error} done={done} />
      {requested && merged && (
        <AdminSection title={t('mergeTitle')}>
          <p>
            {t('mergeConfirm', {
              from: merged.slug,
              comments: merged.comments,
              views: merged.views,
              into: merged.into.title || merged.into.slug,
            })}
          </p>
          <AdminForm
            action={merge}
            fields={{
              ...fields,
              thread: requested.merge,
              address: requested.address,
              moved: requested.moved,
              confirmed: merged.id,
            }}
            submit={t('mergePermanently')}
          />
          <p>
            <a href={here} className="admin-link">
              {t('cancel')}
            </a>
          </p>
        </AdminSection>
      )}
      <p>
        <a href={`/admin/sites/${site.id}`} className="admin-link">
          {t('back')}
        </a>
      </p>
      <search>
        <FilterForm
          action={adminThreadsPath(site.id)}
          label={t('search')}
          submit={t('submit')}
          defaultValue={search}
          placeholder={t('placeholder')}
        />
      </search>
      <p className="admin-muted mb-3">
        {matching > countMax
          ? t('matchingMany', { max: countMax })
          : t('matching', { count: matching })}
      </p>
      <AdminRows label={t('label')} empty={t('empty')} emptyClass="admin-empty">
        {threads.map((thread) => (
          <ThreadRow key={thread.id} thread={thread} fields={fields} />
        ))}
      </AdminRows>
      <nav aria-label={admin('pages')} className="admin-pages">
        {after !== undefined && <a href={adminThreadsPath(site.id, { search })}>{t('newest')}</a>}
        {next !== null && (
          <a href={adminThreadsPath(site.id, { search, after: next })} rel="next">
            {t('older')}
          </a>
        )}
      </nav>
      <AdminSection title={t('admit')} about={t('admitAbout')}>
        <AdminForm action={admit} fields={fields} submit={t('admitSubmit')}>
          <AdminField name="address" label={t('address')} type="url" required />
          <AdminField
            name="title"
            label={t('pageTitle')}
            dir="auto"
            maxLength={siteLimits.titleLengthMax}
          />
        </AdminForm>
      </AdminSection>
      {local > 0 && (
        <AdminSection title={t('local')} about={t('localAbout', { count: local })}>
          <AdminForm action={removeLocal} fields={fields} submit={t('localSubmit')} isDangerous />
        </AdminSection>
      )}
    </>
  )
}

type RowProps = { thread: AdminThread; fields: { site: number; search: string | undefined } }

/** A page with its actions. Each action opens in place. */
async function ThreadRow({ thread, fields: ofList }: RowProps) {
  const { id, slug, closed, comments, views, aliases, createdAt } = thread
  const [t, format] = await Promise.all([getTranslations('siteThreads'), getFormatter()])
  const fields = { ...ofList, thread: id }
  const title = thread.title || t('untitled')
  const about = { ...richTags, title }
  return (
    <li>
      <div>
        <p>
          <a href={threadUrl(thread)} dir="auto">
            {title}
          </a>
          {closed && <span className="admin-mark">{t('closed')}</span>}
        </p>
        <p className="admin-muted" dir="ltr">
          {slug}
        </p>
        {aliases.length > 0 && (
          <p className="admin-muted">{t('aliases', { slugs: format.list(aliases) })}</p>
        )}
        <p className="admin-muted">
          {t.rich('counts', { comments, views, date: () => <DateTime value={createdAt} /> })}
        </p>
      </div>
      <div className="thread-tools">
        <a href={adminCommentsPath({ status: 'published', post: slug })} className="admin-link">
          {t.rich('comments', about)}
        </a>
        <ButtonForm action={close} fields={{ ...ofList, slug, close: closed ? 'no' : 'yes' }}>
          <span>{t.rich(closed ? 'open' : 'close', about)}</span>
        </ButtonForm>
        <details>
          <summary className="admin-link">
            <span>{t.rich('merge', about)}</span>
          </summary>
          <p className="admin-muted">{t('mergeAbout')}</p>
          <AdminForm action={merge} fields={fields} submit={t('mergeSubmit')}>
            <AdminField
              id={`address-${id}`}
              name="address"
              label={t('otherAddress')}
              type="url"
              required
            />
            <AdminField type="checkbox" name="moved" label={t('moved')} />
          </AdminForm>
        </details>
        <details>
          <summary className="admin-link">
            <span>{t.rich('delete', about)}</span>
          </summary>
          <p className="admin-muted">{t('deleteAbout')}</p>
          <AdminForm action={remove} fields={fields} submit={t('deleteSubmit')} isDangerous />
        </details>
      </div>
    </li>
  )
}
