import { type ApiGroup, byAddress } from './api-groups'

/**
 * Table of contents: each path with its methods. It is above the reference on narrow screens and
 * beside it on wide ones.
 */
export function ApiContents({
  groups,
  last,
}: {
  groups: ApiGroup[]
  last: { id: string; title: string }[]
}) {
  return (
    <div className="contents-place">
      <nav aria-labelledby="api-contents" className="contents-list api-contents">
        <h2 id="api-contents">Contents</h2>
        <ul>
          {groups.map(({ id, title, operations }) => (
            <li key={id}>
              <a href={`#${id}`}>{title}</a>
              <ul>
                {byAddress(operations).map(({ path, operations: own }) => (
                  <li key={path}>
                    <code>{path.replace('/api/', '')}</code>
                    {own.map((operation) => (
                      <a
                        key={operation.id}
                        href={`#${operation.id}`}
                        className="api-method"
                        aria-label={`${operation.method} ${path}`}
                      >
                        {operation.method}
                      </a>
                    ))}
                  </li>
                ))}
              </ul>
            </li>
          ))}
          {last.map(({ id, title }) => (
            <li key={id}>
              <a href={`#${id}`}>{title}</a>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  )
}
