/** `npm run test:prepare`: checks that the tests can run, and installs missing programs. */
import { messageOf } from '@/lib/errors'
import { lockDataDirectory } from '@/scripts/data-directory'
import { providePrograms } from '@/test/servers/find-program'

try {
  // The tests build the checkout again, which would break a server that runs from it.
  if (!(await lockDataDirectory()))
    throw new Error('Afterword runs from this checkout, which the tests build anew: stop it first.')
  providePrograms()
} catch (error) {
  console.error(messageOf(error))
  process.exitCode = 1
}
