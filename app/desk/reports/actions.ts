'use server'
import { deskAction } from '@/lib/http/desk-action'
import { signedIn } from '@/lib/http/signed-in'
import { clearPolicyReports } from '@/lib/policy-reports/list-policy-reports'

/** Forgets what was reported. */
export async function clear(): Promise<never> {
  return deskAction('/desk/reports', async () => {
    await clearPolicyReports(await signedIn())
    return '/desk/reports?done=reports-cleared'
  })
}
