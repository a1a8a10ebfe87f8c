import { cronRoute } from '@/lib/http/cron-route'
import { deleteOldMails } from '@/lib/mail/delete-old-mails'

/** Deletes e-mails sent more than a week ago, and addresses that no comment refers to. */
export const { GET, POST, OPTIONS, PUT, PATCH, DELETE } = cronRoute(async () => ({
  deleted: await deleteOldMails(),
}))
