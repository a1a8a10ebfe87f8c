import { env } from '@/lib/env'

/** Asks a running server to revalidate its pages. */
export async function purgeRunningServer(): Promise<void> {
  const { SITE_URL, PORT, CRON_SECRET } = env()
  const address = `${SITE_URL ?? `http://localhost:${PORT}`}/api/cron/purge-pages`
  try {
    const { ok } = await fetch(address, {
      method: 'POST',
      headers: { Authorization: `Bearer ${CRON_SECRET}` },
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
