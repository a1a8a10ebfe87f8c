import { env, siteOrigin } from '@/lib/env'

/** Asks a running server to revalidate its pages. */
export async function purgeRunningServer(): Promise<void> {
  try {
    const { ok } = await fetch(`${siteOrigin()}/api/cron/purge-pages`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${env().CRON_SECRET}` },
      signal: AbortSignal.timeout(5_000),
    })
    if (ok) return console.log('The running server shows the changes now.')
  } catch {
    // Without a running server, there are no pages to revalidate.
  }
  console.log(
    'A running server shows the changes within five minutes, or immediately if SITE_URL and ' +
      'CRON_SECRET match its own.',
  )
}
