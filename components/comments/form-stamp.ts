/** When a form was first touched, signed by the server: the page itself is static, and cannot say it. */
export type FormStamp = { text?: string | undefined; at: number }

/** A form that was left open is stamped anew when it is touched again, long before its stamp is a day old. */
const stampMsMax = 6 * 3_600_000

/** Fetches a stamp where there is no young one yet. Without one a comment is taken too. */
export async function touchForm(kept: { current: FormStamp | undefined }): Promise<void> {
  if (kept.current && Date.now() - kept.current.at < stampMsMax) return
  const stamp: FormStamp = { at: Date.now() }
  kept.current = stamp
  try {
    stamp.text = (await (await fetch('/api/comment-stamp')).json()).stamp
  } catch {
    kept.current = undefined
  }
}
