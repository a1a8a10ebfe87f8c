import { waitLongerForQueries } from '@/lib/db/client'
import { messageOf } from '@/lib/errors'

/**
 * Runs the main function of a script, if the script was started and not imported. Prints an error
 * after the name of its command, and exits with 1.
 * @param queryMs milliseconds for a query, if a query of this script takes unusually long
 */
export async function runMain(
  { filename }: ImportMeta,
  command: string,
  main: () => Promise<void>,
  queryMs?: number,
): Promise<void> {
  if (process.argv[1] !== filename) return
  try {
    waitLongerForQueries(queryMs)
    await main()
  } catch (error) {
    console.error(`${command}: ${messageOf(error)}`)
    process.exitCode = 1
  }
}
