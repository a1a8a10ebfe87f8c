import type { ApiAnswer, ApiOperation } from '@/lib/api/describe-operations'
import { FieldTable } from './field-table'
import { requestExample, writtenExamples } from './request-example'
import { TryRequest } from './try-request'
import { Words } from './words'

/** One operation: what it is for, what it takes and answers, and itself to be tried. */
export function OperationSection({ operation, origin }: { operation: ApiOperation; origin: string }) {
  const { id, method, path, summary, description, parameters, body, answers, needs } = operation
  const example = requestExample(operation)
  return (
    <section aria-labelledby={id} className="api-operation">
      <h3 id={id}>
        <a href={`#${id}`}>
          <span className="api-method" data-method={method}>
            {method}
          </span>{' '}
          <code>{path}</code>
        </a>
      </h3>
      <p>
        <Words>{summary}</Words>
      </p>
      {description.split(/\n\s*\n/).map(
        (paragraph) =>
          paragraph !== '' && (
            <p key={paragraph} className="text-muted">
              <Words>{paragraph}</Words>
            </p>
          ),
      )}
      {needs.length > 0 && (
        <p className="text-muted">
          Needs one of: <Words>{needs.join(' Or: ')}</Words>
        </p>
      )}
      {parameters.length > 0 && <FieldTable caption="Parameters" fields={parameters} />}
      {body && <FieldTable caption={`Body, as ${body.types.join(', ')}`} fields={body.fields} />}
      <Answers answers={answers} />
      {example && (
        <>
          <div className="api-examples">
            {writtenExamples(id, example, origin).map(({ name, code }, index) => (
              <details key={name} open={index === 0}>
                <summary>{name}</summary>
                <pre className="code" tabIndex={0}>
                  <code>{code}</code>
                </pre>
              </details>
            ))}
          </div>
          <TryRequest id={id} example={example} />
        </>
      )}
    </section>
  )
}

function Answers({ answers }: { answers: ApiAnswer[] }) {
  return (
    <div className="table-scroll" tabIndex={0}>
      <table className="api-table">
        <caption>Answers</caption>
        <thead>
          <tr>
            <th scope="col">Status</th>
            <th scope="col">When, and what it carries</th>
          </tr>
        </thead>
        <tbody>
          {answers.map(({ status, description, body, codes }) => (
            <tr key={status}>
              <th scope="row">{status}</th>
              <td>
                <Words>{description}</Words>
                {body !== '' && body !== 'Problem' && <span className="api-type"> {body}</span>}
                {codes.map((code) => (
                  <a key={code} href={`/docs/errors#${code}`} className="api-code">
                    {code}
                  </a>
                ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
