/** A path under `/api/cron`, and how often it is called. */
export type Timer = { path: string; everyMs: number }

/** The schedule of the Node server. On Vercel, `vercel.json` has it: once a day on the free plan. */
export const timers: readonly Timer[] = [
  // A post that is scheduled for nine is expected at nine.
  { path: '/api/cron/publish-due-posts', everyMs: 15_000 },
  { path: '/api/cron/send-mails', everyMs: 15_000 },
  { path: '/api/cron/delete-old-mails', everyMs: 86_400_000 },
  { path: '/api/cron/reencrypt-addresses', everyMs: 86_400_000 },
  { path: '/api/cron/renew-link-previews', everyMs: 60_000 },
  { path: '/api/cron/delete-unused-link-previews', everyMs: 3_600_000 },
  { path: '/api/cron/delete-old-submissions', everyMs: 3_600_000 },
  // Networks are deleted within an hour after their 48 hours, not up to a day later.
  { path: '/api/cron/forget-networks', everyMs: 3_600_000 },
  { path: '/api/cron/purge-deleted-comments', everyMs: 86_400_000 },
  { path: '/api/cron/keep-view-marks', everyMs: 3_600_000 },
  { path: '/api/cron/forget-deleted-posts', everyMs: 86_400_000 },
]
