import type { ApiOperation } from '@/lib/api/describe-operations'
import { AnswerList } from './answer-list'
import { FieldTable } from './field-table'
import { requestExample, writtenExamples } from './request-example'
import { TryRequest } from './try-request'
import { Words } from './words'

type Props = { operation: ApiOperation; origin: string; slug: string }

/** One operation: its purpose, parameters, responses and a form to try it. */
export function OperationSection({ operation, origin, slug }: Props) {
  const { id, method, path, summary, description, parameters, body, answers, needs } = operation
  const example = requestExample(operation, slug)
  return (
    <section aria-labelledby={id} className="api-operation">
      <h3 id={id}>
        <a href={`#${id}`}>
          <span className="api-method">{method}</span> <code>{path}</code>
        </a>
      </h3>
      <p>
        <Words>{summary}</Words>
      </p>
      {description.split(/\n\s*\n/).map(
        (paragraph) =>
          paragraph !== '' && (
            <p key={paragraph} className="api-more">
              <Words>{paragraph}</Words>
            </p>
          ),
      )}
      {needs.length > 0 && (
        <p className="api-more">
          Needs one of: <Words>{needs.join(' Or: ')}</Words>
        </p>
      )}
      {parameters.length > 0 && <FieldTable caption="Parameters" fields={parameters} />}
      {body && <FieldTable caption={`Body, as ${body.types.join(', ')}`} fields={body.fields} />}
      <AnswerList answers={answers} />
      {example && (
        <>
          <div className="api-examples">
            {writtenExamples(example, origin).map(({ name, code }, index) => (
              <details key={name} open={index === 0}>
                <summary>{name}</summary>
                <div className="code-block">
                  <pre className="code" tabIndex={0}>
                    <code>{code}</code>
                  </pre>
                  <button type="button" className="copy-code">
                    Copy
                  </button>
                </div>
              </details>
            ))}
          </div>
          <TryRequest id={id} example={example} />
        </>
      )}
    </section>
  )
}
