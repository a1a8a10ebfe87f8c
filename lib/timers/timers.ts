/** A path under `/api/cron` and its interval. */
export type Timer = { path: string; everyMs: number }

/** The schedule of the Node server. `vercel.json` runs timers daily because of the free plan. */
export const timers: readonly Timer[] = [
  // Short, so that scheduled posts appear on time.
  { path: '/api/cron/publish-due-posts', everyMs: 15_000 },
  { path: '/api/cron/send-mails', everyMs: 15_000 },
  { path: '/api/cron/delete-old-mails', everyMs: 86_400_000 },
  { path: '/api/cron/reencrypt-addresses', everyMs: 86_400_000 },
  { path: '/api/cron/renew-link-previews', everyMs: 60_000 },
  { path: '/api/cron/delete-unused-link-previews', everyMs: 3_600_000 },
  { path: '/api/cron/delete-old-submissions', everyMs: 3_600_000 },
  // Hourly, so that networks are deleted within an hour after their 48 hours.
  { path: '/api/cron/forget-networks', everyMs: 3_600_000 },
  { path: '/api/cron/purge-deleted-comments', everyMs: 86_400_000 },
  { path: '/api/cron/keep-view-marks', everyMs: 3_600_000 },
  { path: '/api/cron/forget-deleted-posts', everyMs: 86_400_000 },
]
