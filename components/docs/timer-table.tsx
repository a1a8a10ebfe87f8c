import type { ApiAddress } from './api-groups'
import { Words } from './words'

/** What only a timer asks for: all answer alike, so that one table says it. */
export function TimerTable({ timed }: { timed: ApiAddress[] }) {
  return (
    <table className="api-table">
      <caption>Addresses for timers</caption>
      <thead>
        <tr>
          <th scope="col">Address</th>
          <th scope="col">What it does</th>
        </tr>
      </thead>
      <tbody>
        {timed.map(({ path, operations }) => (
          <tr key={path} id={operations.at(-1)?.id}>
            <th scope="row">
              <code>{path.replace('/api/cron/', '')}</code>
              <small>{operations.map(({ method }) => method).join(', ')}</small>
            </th>
            <td>
              <Words>{(operations.find(({ method }) => method === 'POST')?.summary ?? '').replace(/^For timers[^.]*\. /, '')}</Words>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
