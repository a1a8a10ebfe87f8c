import { getLocale, getTranslations } from 'next-intl/server'
import { sectionPage } from '@/app/admin/section-page'
import { AdminRows, AdminSection, sectionMetadata } from '@/components/admin/admin-page'
import { ImportForm } from '@/components/admin/import/import-form'
import { PostImportForm } from '@/components/admin/import/post-import-form'
import { UndoForm } from '@/components/admin/import/undo-form'
import { ChoiceLists } from '@/components/admin/settings/choice-lists'
import { ClientMessages } from '@/components/i18n/client-messages'
import { DateTime } from '@/components/ui/date-time'
import { env } from '@/lib/env'
import { type ListedImport, listImports } from '@/lib/importers/comments/list-imports'
import { listSites } from '@/lib/threads/admin/sites'
import { undo } from './actions'
import '@/components/admin/import/import.css'
import '@/components/admin/sites/sites.css'

export const generateMetadata = sectionMetadata('import')

/** The command-line programs that import and export more than comments. */
const commands = [
  {
    name: 'importPosts',
    lines: [
      'npm run posts:import -- ghost-export.json',
      'npm run posts:import -- wordpress.xml',
      'npm run posts:import -- FOLDER',
    ],
  },
  { name: 'exportPosts', lines: ['npm run posts:export -- FOLDER'] },
  { name: 'exportBlog', lines: ['npm run export -- FOLDER'] },
  { name: 'backup', lines: ['npm run backup -- FOLDER'] },
] as const

/** The page for importing posts and comments, undoing imports and exporting all comments. */
export default sectionPage('import', async (actor) => {
  const sites = await listSites(actor, await getLocale())
  const imports = await listImports(actor)
  const t = await getTranslations('imports')
  const hosts = sites.flatMap(({ name, origins }) =>
    [...new Set(origins.map((origin) => new URL(origin).host))].map((host) => ({
      host,
      site: name,
    })),
  )
  const mayUpload = !env().onVercel
  return (
    <ClientMessages namespaces={['importsClient', 'commentImport']}>
      <AdminSection title={t('posts')} about={t('postsAbout')}>
        <p className="import-by-command">{t('postsNoScript')}</p>
        <PostImportForm mayUpload={mayUpload} />
      </AdminSection>
      <AdminSection title={t('import')} about={t('about')}>
        <p className="import-by-command">{t('noScript')}</p>
        <ImportForm
          hosts={hosts}
          undone={imports.filter(({ state }) => state === 'undone').map(({ id }) => id)}
          mayUpload={mayUpload}
          undo={undo}
        />
        <ChoiceLists />
      </AdminSection>
      <AdminSection title={t('earlier')}>
        <AdminRows label={t('earlier')} empty={t('none')}>
          {imports.map((one) => (
            <ImportRow key={one.id} of={one} />
          ))}
        </AdminRows>
      </AdminSection>
      <AdminSection title={t('export')} about={t('exportAbout')}>
        <p>
          <a href="/admin/export" download className="admin-link">
            {t('exportSubmit')}
          </a>
        </p>
      </AdminSection>
      <AdminSection title={t('commands.title')} about={t('commands.about')}>
        <ul className="admin-rows" aria-label={t('commands.title')}>
          {commands.map(({ name, lines }) => (
            <li key={name}>
              <div>
                <p>{t(`commands.${name}`)}</p>
                {lines.map((line) => (
                  <p key={line}>
                    <code dir="ltr">{line}</code>
                  </p>
                ))}
              </div>
            </li>
          ))}
        </ul>
      </AdminSection>
    </ClientMessages>
  )
})

async function ImportRow({ of: { id, state, remaining, ...about } }: { of: ListedImport }) {
  const { format, source, startedAt, added, changed } = about
  const t = await getTranslations('imports')
  return (
    <li>
      <div>
        <p>
          <bdi>{source}</bdi>
        </p>
        <p className="admin-muted">
          {t.rich('details', {
            format,
            added,
            changed,
            state,
            date: () => <DateTime value={startedAt} withTime />,
          })}
        </p>
        {state === 'interrupted' && <p className="admin-muted">{t('interrupted')}</p>}
      </div>
      {remaining > 0 && <UndoForm id={id} comments={remaining} undo={undo} />}
    </li>
  )
}
