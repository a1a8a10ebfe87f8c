import { useTranslations } from 'next-intl'
import { richTags } from '@/components/i18n/rich-tags'
import { DateTime } from '@/components/ui/date-time'
import { type BlockKind, blockKinds, type ListedBlock } from '@/lib/comments/moderation/block'

type Props = {
  blocks: ListedBlock[]
  kind: BlockKind | undefined
  next: number | null
  remove: (form: FormData) => Promise<void>
}

/** Lists the blocks, newest first, each with a button to remove it. */
export function BlockList({ blocks, kind, next, remove }: Props) {
  const t = useTranslations('blocks')
  const admin = useTranslations('admin')
  const nameOf = ({ kind, value }: Pick<ListedBlock, 'kind' | 'value'>) =>
    kind === 'network' ? t('network') : value
  return (
    <>
      <nav aria-label={t('kinds.label')} className="admin-tabs">
        <ul>
          {[undefined, ...blockKinds].map((one) => (
            <li key={one ?? 'all'}>
              <a
                href={one ? `/admin/blocks?kind=${one}` : '/admin/blocks'}
                {...(one === kind && { 'aria-current': 'page' as const })}
              >
                {t(`kinds.${one ?? 'all'}`)}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {blocks.length === 0 && <p className="admin-muted">{t('empty')}</p>}
      <ul className="admin-rows">
        {blocks.map(({ expiresAt, ...block }) => (
          <li key={block.id}>
            <div>
              <bdi className="admin-name">{nameOf(block)}</bdi>
              <p className="admin-muted">
                {t('details', { kind: block.kind, verdict: block.verdict })}
                {expiresAt && t.rich('until', { date: () => <DateTime value={expiresAt} /> })}
                {block.by !== null && t('by', { name: block.by })}
                {block.note !== '' && t('reason', { reason: block.note })}
              </p>
            </div>
            <form action={remove}>
              <input type="hidden" name="id" value={block.id} />
              <button type="submit" className="admin-link">
                {t.rich('remove', { ...richTags, value: nameOf(block) })}
              </button>
            </form>
          </li>
        ))}
      </ul>
      {next !== null && (
        <nav aria-label={admin('pages')} className="admin-pages">
          <a href={`/admin/blocks?${kind ? `kind=${kind}&` : ''}before=${next}`}>
            {admin('older')}
          </a>
        </nav>
      )}
    </>
  )
}
