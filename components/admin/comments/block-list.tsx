import { DateTime } from '@/components/ui/date-time'
import { type BlockKind, blockKinds, type ListedBlock } from '@/lib/comments/moderation/block'

type Props = {
  blocks: ListedBlock[]
  kind: BlockKind | undefined
  next: number | null
  remove: (form: FormData) => Promise<void>
}

const plural: Record<BlockKind, string> = {
  word: 'Words',
  name: 'Names',
  domain: 'Domains',
  network: 'Networks',
}

/** Lists the blocks, newest first, each with a button to remove it. */
export function BlockList({ blocks, kind, next, remove }: Props) {
  return (
    <>
      <nav aria-label="Kinds of blocks" className="admin-tabs">
        <ul>
          {[undefined, ...blockKinds].map((one) => (
            <li key={one ?? 'all'}>
              <a
                href={one ? `/admin/blocks?kind=${one}` : '/admin/blocks'}
                {...(one === kind && { 'aria-current': 'page' as const })}
              >
                {one ? plural[one] : 'All'}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {blocks.length === 0 && <p className="admin-muted">Nothing is blocked.</p>}
      <ul className="admin-rows">
        {blocks.map((block) => (
          <li key={block.id}>
            <div>
              <bdi className="admin-name">
                {block.kind === 'network' ? 'A network' : block.value}
              </bdi>
              <p className="admin-muted">
                {block.kind}, {block.verdict === 'spam' ? 'is spam' : 'is held'}
                {block.expiresAt && (
                  <>
                    , until <DateTime value={block.expiresAt} />
                  </>
                )}
                {block.by !== null && `, by ${block.by}`}
                {block.note !== '' && `, for ${block.note}`}
              </p>
            </div>
            <form action={remove}>
              <input type="hidden" name="id" value={block.id} />
              <button type="submit" className="admin-link">
                Remove
                <span className="sr-only">
                  {' '}
                  {block.kind === 'network' ? 'the network' : block.value}
                </span>
              </button>
            </form>
          </li>
        ))}
      </ul>
      {next !== null && (
        <nav aria-label="Pages" className="admin-pages">
          <a href={`/admin/blocks?${kind ? `kind=${kind}&` : ''}before=${next}`}>Earlier ones</a>
        </nav>
      )}
    </>
  )
}
