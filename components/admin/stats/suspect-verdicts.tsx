import { DateTime } from '@/components/ui/date-time'
import type { SuspectVerdict } from '@/lib/views/stats/list-verdicts'
import { inFigures, viewsInWords } from './stats-words'

type Props = { verdicts: SuspectVerdict[]; span: string; undo: (form: FormData) => Promise<never> }

/** Lists the decisions on suspect views within the last day, each with an undo button. */
export function SuspectVerdicts({ verdicts, span, undo }: Props) {
  if (verdicts.length === 0) return null
  return (
    <>
      <h3>Judged within a day</h3>
      <ul className="admin-rows">
        {verdicts.map(({ id, accepted, views, crowds, judgedAt }) => (
          <li key={id}>
            <p>
              {accepted ? 'Accepted' : 'Dropped'} {viewsInWords(views)}
              {crowds > 1 && ` of ${inFigures(crowds)} crowds`},{' '}
              <DateTime value={judgedAt} withTime />
            </p>
            <form action={undo}>
              <input type="hidden" name="span" value={span} />
              <input type="hidden" name="verdict" value={id} />
              <button type="submit" className="admin-link">
                Undo
                <span className="sr-only">
                  {' '}
                  {accepted ? 'accepting' : 'dropping'} {viewsInWords(views)}
                </span>
              </button>
            </form>
          </li>
        ))}
      </ul>
    </>
  )
}
