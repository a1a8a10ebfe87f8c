import type { ApiField } from '@/lib/api/describe-operations'
import { Words } from './words'

/** Parameters or fields: their names above what they are on a narrow screen, before it on a wide one. */
export function FieldTable({ caption, fields }: { caption: string; fields: ApiField[] }) {
  return (
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
              <small>{[where === 'query' ? '' : where, required ? 'required' : ''].filter(Boolean).join(', ')}</small>
            </th>
            <td>
              <span className="api-type">{type}</span>
              {description !== '' && (
                <p>
                  <Words>{description}</Words>
                </p>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
