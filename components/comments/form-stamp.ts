import type { StaffWriter } from './browser-store'

/** Signed time of the first input in a form. The server issues it, because the page is static. */
export type FormStamp = { text?: string | undefined; at: number }

/** Age in milliseconds after which a stamp is renewed, well below its lifetime of a day. */
const stampMsMax = 6 * 3_600_000

/**
 * Fetches a stamp if there is no recent one. A comment without a stamp is accepted too.
 * @param onStaff called with the signed-in staff member, if any
 */
export async function ensureStamp(
  cached: { current: FormStamp | undefined },
  onStaff: (staff: StaffWriter) => void,
): Promise<void> {
  if (cached.current && Date.now() - cached.current.at < stampMsMax) return
  const stamp: FormStamp = { at: Date.now() }
  cached.current = stamp
  try {
    const body = await (await fetch('/api/comment-stamp')).json()
    stamp.text = body.stamp
    if (body.staff) onStaff(body.staff)
  } catch {
    cached.current = undefined
  }
}
