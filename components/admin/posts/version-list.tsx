import type { PostVersion } from '@/lib/posts/versions/post-versions'
import { BlogTime } from './blog-time'

type Props = {
  versions: PostVersion[]
  before: number | undefined
  after: number | undefined
  timeZone: string
  path: string
}

const number = new Intl.NumberFormat('en')

/** Lists the stored versions, newest first; any two can be compared. */
export function VersionList({ versions, before, after, timeZone, path }: Props) {
  return (
    <form action={path} className="versions">
      <button type="submit" className="post-act">
        Compare
      </button>
      <table>
        <thead>
          <tr>
            <th scope="col">From</th>
            <th scope="col">To</th>
            <th scope="col">Version</th>
          </tr>
        </thead>
        <tbody>
          {versions.map(({ revision, savedAt, by, published, contentBytes }) => (
            <tr key={revision}>
              {(['before', 'after'] as const).map((side) => (
                <td key={side}>
                  <label>
                    <input
                      type="radio"
                      name={side}
                      value={revision}
                      defaultChecked={revision === { before, after }[side]}
                      aria-label={`${side === 'before' ? 'From' : 'To'} version ${revision}`}
                    />
                  </label>
                </td>
              ))}
              <td>
                <span>
                  {revision}
                  {published && ' · published'}
                </span>
                <small className="admin-muted">
                  <BlogTime value={savedAt} timeZone={timeZone} />
                  {by !== '' && ` by ${by}`}, {number.format(contentBytes)} bytes
                </small>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </form>
  )
}
