import type { Crowd, Suspects } from '@/lib/views/stats/list-suspects'
import { dayInWords, inFigures, viewsInWords } from './stats-words'

type Act = (form: FormData) => Promise<never>
type Props = { suspects: Suspects; span: string; accept: Act; drop: Act }

/**
 * Lists suspiciously fast views from one network, to be counted or discarded. The buttons for all
 * of them are inside a closed disclosure.
 */
export function SuspectList({ suspects: { crowds, count, views }, span, accept, drop }: Props) {
  const newest = crowds[0]?.day
  if (newest === undefined) return <p className="admin-muted">Nothing waits for you.</p>
  return (
    <>
      <ul className="admin-rows">
        {crowds.map((crowd) => (
          <li key={`${crowd.day} ${crowd.network}`}>
            <div>
              <p>
                {dayInWords(crowd.day)}: {viewsInWords(crowd.views)} beyond what is believed of one
                network
              </p>
              <CrowdPosts crowd={crowd} />
            </div>
            <div className="figures-verdicts">
              <Verdict act={accept} text="Accept" of={crowd} span={span} />
              <Verdict act={drop} text="Drop" of={crowd} span={span} />
            </div>
          </li>
        ))}
      </ul>
      {count > 1 && (
        <details>
          <summary className="admin-link">
            All {inFigures(count)} at once, {viewsInWords(views)} …
          </summary>
          <div className="figures-verdicts">
            <Verdict act={accept} text="Accept all" of={{ day: newest }} span={span} />
            <Verdict act={drop} text="Drop all" of={{ day: newest }} span={span} />
          </div>
        </details>
      )}
    </>
  )
}

function CrowdPosts({ crowd: { posts } }: { crowd: Crowd }) {
  return (
    <p className="admin-muted">
      {posts.map(({ slug, title, views }, at) => (
        <span key={slug}>
          {at > 0 && ', '}
          <bdi>{title}</bdi>
          {posts.length > 1 && ` (${inFigures(views)})`}
        </span>
      ))}
    </p>
  )
}

type VerdictProps = {
  act: Act
  text: string
  of: { day: string; network?: string; views?: number }
  span: string
}

function Verdict({ act, text, of: { day, network, views }, span }: VerdictProps) {
  return (
    <form action={act}>
      <input type="hidden" name="span" value={span} />
      <input type="hidden" name="day" value={day} />
      {network && <input type="hidden" name="network" value={network} />}
      <button type="submit" className="admin-link">
        {text}
        {views !== undefined && (
          <span className="sr-only">
            {' '}
            {viewsInWords(views)} of {dayInWords(day)}
          </span>
        )}
      </button>
    </form>
  )
}
