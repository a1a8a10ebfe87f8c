import { waitLongerForQueries } from '@/lib/db/client'
import { messageOf } from '@/lib/errors'

/**
 * Runs the program in a file if it was started directly, with longer limits on queries. Prints an
 * error in one line after `name`, and exits with 1.
 * @param queryMs the limit of a query in milliseconds
 */
export async function runMain(
  file: string,
  name: string,
  main: (args: string[]) => Promise<void>,
  queryMs?: number,
): Promise<void> {
  if (process.argv[1] !== file) return
  waitLongerForQueries(queryMs)
  try {
    await main(process.argv.slice(2))
  } catch (error) {
    console.error(`${name}: ${messageOf(error)}`)
    process.exitCode = 1
  }
}
