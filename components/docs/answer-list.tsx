import type { ApiAnswer } from '@/lib/api/describe-operations'
import { Words } from './words'

/**
 * The responses of an operation. Error responses are collapsed, since most operations share them.
 */
export function AnswerList({ answers }: { answers: ApiAnswer[] }) {
  const faults = answers.filter(({ status }) => status >= '400')
  return (
    <>
      <AnswerTable caption="Answers" answers={answers.filter(({ status }) => status < '400')} />
      {faults.length > 0 && (
        <details className="api-faults">
          <summary>
            Faults{' '}
            <span className="api-type">{faults.map(({ status }) => status).join(' · ')}</span>
          </summary>
          <AnswerTable caption="Faults" answers={faults} />
        </details>
      )}
    </>
  )
}

function AnswerTable({ caption, answers }: { caption: string; answers: ApiAnswer[] }) {
  return (
    <table className="api-table" data-narrow>
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">Status</th>
          <th scope="col">When, and what it carries</th>
        </tr>
      </thead>
      <tbody>
        {answers.map(({ status, description, body, codes }) => (
          <tr key={status}>
            <th scope="row">
              <code>{status}</code>
            </th>
            <td>
              <Words>{description}</Words>
              {body !== '' && body !== 'Problem' && (
                <>
                  {' '}
                  <span className="api-type">{body}</span>
                </>
              )}
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
