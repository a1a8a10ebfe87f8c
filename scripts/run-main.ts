import path from 'node:path'
import { waitLongerForQueries } from '@/lib/db/client'
import { messageOf } from '@/lib/errors'

/**
 * Runs the main function of a script, unless the script was imported. Prints an error after the
 * name of its command, and exits with 1.
 * @param script the name of its file, without the extension; a bundle has the same name
 * @param queryMs the time limit of a query in milliseconds, for scripts with slow queries
 */
export async function runMain(
  script: string,
  command: string,
  main: () => Promise<void>,
  queryMs?: number,
): Promise<void> {
  if (path.parse(process.argv[1] ?? '').name !== script) return
  try {
    waitLongerForQueries(queryMs)
    await main()
  } catch (error) {
    console.error(`${command}: ${messageOf(error)}`)
    process.exitCode = 1
  }
}
