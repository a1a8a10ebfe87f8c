import type { ApiField } from '@/lib/api/describe-operations'
import { ApiTable } from './api-table'
import { Words } from './words'

/** A table of parameters or fields. */
export function FieldTable({ caption, fields }: { caption: string; fields: ApiField[] }) {
  const rows = fields.map(({ name, required, type, description, where }) => ({
    ...{ key: `${where} ${name}`, name },
    note: [where === 'query' ? '' : where, required ? 'required' : ''].filter(Boolean).join(', '),
    what: (
      <>
        <span className="api-type">{type}</span>
        {description !== '' && (
          <p>
            <Words>{description}</Words>
          </p>
        )}
      </>
    ),
  }))
  return <ApiTable caption={caption} heads={['Name', 'What it is']} rows={rows} />
}
