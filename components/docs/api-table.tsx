import type { ReactNode } from 'react'

export type ApiRow = {
  key: string
  /** To be led to. */
  id?: string | undefined
  name: string
  /** Beside the name, in small letters. */
  note: string
  what: ReactNode
}

/** Names, each above what it is on a narrow screen, before it on a wide one. */
export function ApiTable({
  caption,
  heads,
  rows,
}: {
  caption: string
  heads: [name: string, what: string]
  rows: ApiRow[]
}) {
  return (
    <table className="api-table">
      <caption>{caption}</caption>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, id, name, note, what }) => (
          <tr key={key} id={id}>
            <th scope="row">
              <code>{name}</code>
              <small>{note}</small>
            </th>
            <td>{what}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
