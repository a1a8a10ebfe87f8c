import type { StaffWriter } from './browser-store'

/** When a form was first touched, signed by the server: the page itself is static, and cannot say it. */
export type FormStamp = { text?: string | undefined; at: number }

/** A form that was left open is stamped anew when it is touched again, long before its stamp is a day old. */
const stampMsMax = 6 * 3_600_000

/**
 * Fetches a stamp if there is no recent one. A comment without a stamp is accepted too.
 * @param tellStaff called with who is signed in, once the server has answered
 */
export async function touchForm(
  kept: { current: FormStamp | undefined },
  tellStaff: (staff: StaffWriter | undefined) => void,
): Promise<void> {
  if (kept.current && Date.now() - kept.current.at < stampMsMax) return
  const stamp: FormStamp = { at: Date.now() }
  kept.current = stamp
  try {
    const answer = await (await fetch('/api/comment-stamp')).json()
    stamp.text = answer.stamp
    if (stamp.text) tellStaff(answer.staff)
  } catch {
    kept.current = undefined
  }
}
