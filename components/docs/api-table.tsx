import type { ReactNode } from 'react'

export type ApiRow = {
  key: string
  /** Anchor for links to this row. */
  id?: string | undefined
  name: string
  /** Small text shown next to the name. */
  note: string
  what: ReactNode
}

/** A table of names and descriptions. The description is below the name on narrow screens. */
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
