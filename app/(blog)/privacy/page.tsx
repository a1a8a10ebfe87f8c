import type { Metadata } from 'next'
import { getFormatter, getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { deletedKeptDays } from '@/lib/comments/moderation/purge-deleted-comments'
import { submissionKeptHours } from '@/lib/comments/writing/delete-old-submissions'
import { editableMinutes } from '@/lib/comments/writing/edit-token'
import { reportsToHold } from '@/lib/comments/writing/report-comment'
import { env } from '@/lib/env'
import { likeKeptDays } from '@/lib/likes/set-like'
import { unusedLinkLimits } from '@/lib/link-previews/store/unused-link-previews'
import { mailKeptDays, orphanedAddressDays } from '@/lib/mail/delete-old-mails'
import { verificationLinkDays } from '@/lib/mail/mail-links'
import { isMailEnabled } from '@/lib/mail/mail-settings'
import { networkKeptHours } from '@/lib/network-hash/daily-salt'
import { limits } from '@/lib/rate-limit/rate-limit'
import { siteNames } from '@/lib/threads/find-site'
import { timers } from '@/lib/timers/timers'
import { webhookKeptDays } from '@/lib/webhooks/due-webhooks'
import type messages from '@/messages/en.json'
import { cookies, embedStorageKeys, storageKeys } from './kept-in-browser'

// The content depends on the configuration, which a build does not know.
export const dynamic = 'force-dynamic'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('privacy')
  return {
    title: t('title'),
    description: t('description'),
    alternates: { canonical: '/privacy' },
  }
}

type StorageKey = (typeof storageKeys | typeof embedStorageKeys)[number]

type Section = {
  id: keyof typeof messages.privacy.sections
  rows: (keyof typeof messages.storedData)[]
}

const sectionsOfComments: Section[] = [
  { id: 'comments', rows: ['comment', 'history', 'submission'] },
  { id: 'addresses', rows: ['address', 'follow', 'sentMail'] },
  { id: 'networks', rows: ['network', 'block'] },
  { id: 'reports', rows: ['report'] },
]

const sectionsOfService: Section[] = [
  { id: 'limits', rows: ['limit'] },
  { id: 'views', rows: ['dailyViews', 'recentViews', 'visits'] },
  { id: 'likes', rows: ['like'] },
  { id: 'links', rows: ['linkPreview', 'embed'] },
  { id: 'logs', rows: ['log'] },
  { id: 'staff', rows: ['staff'] },
]

/** Lists the stored data. Each number is the constant that the code uses. */
export default async function PrivacyPage() {
  const [t, stored, inBrowser, format, sites] = await Promise.all([
    getTranslations('privacy'),
    getTranslations('storedData'),
    getTranslations('browserData'),
    getFormatter(),
    siteNames(),
  ])
  const { ACCESS_LOG, AKISMET_KEY, REDIS_URL, UPSTASH_REDIS_REST_URL, onVercel } = env()
  const cleanUp = timers.find(({ path }) => path.endsWith('forget-networks'))
  const isHourly = !onVercel && cleanUp?.everyMs === 3_600_000
  const limitSeconds = Math.max(...Object.values(limits).map(({ windowSeconds }) => windowSeconds))
  const values = {
    editMinutes: editableMinutes,
    deletedDays: deletedKeptDays,
    submissionHours: submissionKeptHours,
    addressDays: mailKeptDays + orphanedAddressDays,
    followDays: verificationLinkDays,
    mailDays: mailKeptDays,
    webhookDays: webhookKeptDays,
    reports: reportsToHold,
    linkHours: unusedLinkLimits.keptHours,
    likeDays: likeKeptDays,
    redisHours: (2 * limitSeconds) / 3_600,
    networkHashes: t('networkHashes', {
      hours: networkKeptHours,
      interval: isHourly ? 'hour' : 'day',
    }),
    sendsMail: String(isMailEnabled()),
    sharesLimits: String((UPSTASH_REDIS_REST_URL ?? REDIS_URL) !== undefined),
    isOnVercel: String(onVercel),
    // Only the custom server has an access log.
    logsRequests: String(ACCESS_LOG === 'on' && !onVercel),
  }
  const rowOf = (row: keyof typeof messages.storedData) => ({
    what: stored(`${row}.what`, values),
    why: stored(`${row}.why`, values),
    until: stored(`${row}.until`, values),
  })
  const storageRow = ({ key, name }: StorageKey) => ({
    what: t('localStorage', { name }),
    why: inBrowser(`${key}.why`),
    until: inBrowser(`${key}.until`),
  })
  const list = ({ id, rows }: Section) => (
    <KeptList key={id} id={id} title={t(`sections.${id}`)} rows={rows.map(rowOf)} />
  )
  return (
    <>
      <h1 className="font-medium text-title tracking-tight">{t('title')}</h1>
      <p className="mt-5 text-lead text-muted">
        {t.rich('intro', { link: (words) => <a href="/privacy/your-data">{words}</a> })}
      </p>
      {sectionsOfComments.map(list)}
      <KeptList
        id="browser"
        title={t('sections.browser')}
        rows={[
          ...cookies().map(({ key, name, days }) => ({
            what: t('cookie', { name }),
            why: inBrowser(`${key}.why`),
            until: inBrowser(`${key}.until`, { days, minutes: Math.round(days * 1_440) }),
          })),
          ...storageKeys.map(storageRow),
        ]}
      >
        <p>{t('browserHint')}</p>
      </KeptList>
      {sites.all.length > 0 && (
        <KeptList
          id="sites"
          title={t('sections.sites')}
          rows={[
            rowOf('page'),
            ...(sites.withWebhook.length > 0 ? [rowOf('webhook')] : []),
            ...embedStorageKeys.map(storageRow),
          ]}
        >
          <p>{t('sites', { sites: format.list(sites.all) })}</p>
          <p>{t('sitesHint')}</p>
        </KeptList>
      )}
      {sectionsOfService.map(list)}
      <section aria-labelledby="others" className="mt-12">
        <h2 id="others" className="font-medium text-heading tracking-tight">
          {t('sections.others')}
        </h2>
        <ul className="mt-4 list-disc space-y-2 ps-5">
          {isMailEnabled() && <li>{t('thirdParties.mail')}</li>}
          {AKISMET_KEY && <li>{t('thirdParties.akismet')}</li>}
          {UPSTASH_REDIS_REST_URL && <li>{t('thirdParties.redis')}</li>}
          {onVercel && <li>{t('thirdParties.vercel')}</li>}
          {sites.withWebhook.length > 0 && (
            <li>{t('thirdParties.sites', { sites: format.list(sites.withWebhook) })}</li>
          )}
          <li>{t('thirdParties.nobodyElse')}</li>
        </ul>
      </section>
    </>
  )
}

type ListProps = {
  id: string
  title: string
  rows: { what: string; why: string; until: string }[]
  children?: ReactNode
}

/** One section of the stored data: what is stored, why and for how long. */
async function KeptList({ id, title, rows, children }: ListProps) {
  const t = await getTranslations('privacy')
  return (
    <section aria-labelledby={id} className="mt-12">
      <h2 id={id} className="font-medium text-heading tracking-tight">
        {title}
      </h2>
      {children && <div className="mt-3 space-y-3">{children}</div>}
      <dl className="mt-4 space-y-5">
        {rows.map(({ what, why, until }) => (
          <div key={what} className="border-rule border-s-2 ps-5">
            <dt className="font-medium">{what}</dt>
            <dd className="text-muted">{why}</dd>
            <dd className="mt-1 font-sans text-small">{t('kept', { duration: until })}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
