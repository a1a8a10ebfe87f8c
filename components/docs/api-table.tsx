import { useLocale } from 'next-intl'
import type { ApiTable as Table } from '@/lib/api/describe-operations'
import { ApiText } from './api-text'

/**
 * A table of parameters, fields or responses. Descriptions are below the names if space is narrow.
 */
export function ApiTable({ caption, rows }: Table) {
  return (
    <table className="api-table">
      <caption lang={useLocale()}>{caption}</caption>
      <tbody>
        {rows.map(({ name, note, type, description = '', codes = [] }) => (
          <tr key={name}>
            <th scope="row">
              <code>{name}</code>
              {note && <small>{note}</small>}
            </th>
            <td>
              {type && <span className="api-type">{type}</span>}
              <ApiText>{description}</ApiText>
              {codes.length > 0 && (
                <ul className="api-codes">
                  {codes.map((code) => (
                    <li key={code}>
                      <a href={`/docs/errors#${code}`}>{code}</a>
                    </li>
                  ))}
                </ul>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
