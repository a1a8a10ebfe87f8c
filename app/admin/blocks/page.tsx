import { getTranslations } from 'next-intl/server'
import { AdminField, AdminForm, ButtonForm } from '@/components/admin/admin-form'
import {
  type AdminPageProps,
  AdminSection,
  AdminTabs,
  SectionHead,
  sectionMetadata,
} from '@/components/admin/admin-page'
import { richTags } from '@/components/i18n/rich-tags'
import { DateTime } from '@/components/ui/date-time'
import { parseCommentId } from '@/lib/comments/comment'
import { blockKinds, blockVerdicts, type ListedBlock } from '@/lib/comments/moderation/block'
import { listBlocks } from '@/lib/comments/moderation/block-comments'
import { requireStaff } from '@/lib/http/session/require-staff'
import { add, remove } from './actions'
import '@/components/admin/comments/moderated-comments.css'

export const generateMetadata = sectionMetadata('blocks')

export default async function BlocksPage({ searchParams }: AdminPageProps) {
  const { kind: given, before } = await searchParams
  const actor = await requireStaff('/admin/blocks', 'moderator of all sites')
  const kind = blockKinds.find((one) => one === given)
  const { blocks, next } = await listBlocks(actor, { kind, before: parseCommentId(before ?? '') })
  const [t, admin] = await Promise.all([getTranslations('blocks'), getTranslations('admin')])
  const nameOf = ({ kind, value }: Pick<ListedBlock, 'kind' | 'value'>) =>
    kind === 'network' ? t('network') : value
  return (
    <>
      <SectionHead name="blocks" actor={actor} searchParams={searchParams} />
      <AdminSection title={t('add')}>
        {/* Networks are blocked from a comment instead. */}
        <AdminForm action={add} className="admin-form admin-blocks" submit={t('submit')}>
          <AdminField id="block-kind" name="kind" label={t('kind')} defaultValue="word">
            <option value="word">{t('word')}</option>
            <option value="name">{t('name')}</option>
            <option value="domain">{t('domain')}</option>
          </AdminField>
          <AdminField
            id="block-values"
            name="values"
            label={t('values')}
            hint={t('valuesHint')}
            rows={5}
            required
          />
          <AdminField name="verdict" label={t('verdict')} defaultValue="pending">
            {blockVerdicts.map((verdict) => (
              <option key={verdict} value={verdict}>
                {t(verdict)}
              </option>
            ))}
          </AdminField>
          <AdminField
            name="days"
            label={t('days')}
            hint={t('daysHint')}
            type="number"
            min={1}
            max={3650}
            inputMode="numeric"
          />
        </AdminForm>
      </AdminSection>
      <AdminSection title={t('listed')}>
        <AdminTabs
          label={t('kinds.label')}
          tabs={[undefined, ...blockKinds].map((one) => ({
            href: one ? `/admin/blocks?kind=${one}` : '/admin/blocks',
            isCurrent: one === kind,
            text: t(`kinds.${one ?? 'all'}`),
          }))}
        />
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
              <ButtonForm action={remove} fields={{ id: block.id }}>
                {t.rich('remove', { ...richTags, value: nameOf(block) })}
              </ButtonForm>
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
      </AdminSection>
    </>
  )
}
