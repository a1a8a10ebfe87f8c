import type { ApiField } from '@/lib/api/describe-operations'
import { Words } from './words'

/** Parameters or fields: a table that scrolls by itself where it is too wide. */
export function FieldTable({ caption, fields }: { caption: string; fields: ApiField[] }) {
  return (
    <div className="table-scroll" tabIndex={0}>
      <table className="api-table">
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">What it is</th>
          </tr>
        </thead>
        <tbody>
          {fields.map(({ name, required, type, description, where }) => (
            <tr key={`${where} ${name}`}>
              <th scope="row">
                <code>{name}</code>
                <small>{[where, required ? 'required' : ''].filter(Boolean).join(', ')}</small>
              </th>
              <td>
                <span className="api-type">{type}</span> <Words>{description}</Words>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
