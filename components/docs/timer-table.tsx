import type { ApiAddress } from './api-groups'
import { ApiTable } from './api-table'
import { Words } from './words'

/** The operations for scheduled tasks. They share their responses, so one table lists them all. */
export function TimerTable({ timed }: { timed: ApiAddress[] }) {
  const rows = timed.map(({ path, operations }) => ({
    ...{ key: path, id: operations.at(-1)?.id, name: path.replace('/api/cron/', '') },
    note: operations.map(({ method }) => method).join(', '),
    what: (
      <Words>
        {(operations.find(({ method }) => method === 'POST')?.summary ?? '').replace(
          /^For timers[^.]*\. /,
          '',
        )}
      </Words>
    ),
  }))
  return <ApiTable caption="Addresses for timers" heads={['Address', 'What it does']} rows={rows} />
}
