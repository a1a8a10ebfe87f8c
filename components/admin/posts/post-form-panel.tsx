'use client'
import { useTranslations } from 'next-intl'
import { type ChangeEvent, type ComponentProps, useState } from 'react'
import { AdminField, Options } from '@/components/admin/admin-form'
import { CopyField } from '@/components/admin/copy-field'
import { useWrittenField } from '@/components/admin/written-field'
import { Icon } from '@/components/editor/icon'
import { ImageField } from '@/components/editor/images/image-field'
import { correctSlug } from '@/lib/posts/post-slug'
import { Act, DateField } from './post-form-publish'
import type { OpenForm } from './post-form-state'

const fields = ['slug', 'summary', 'tags', 'cover', 'coverAlt']
const searchFields = ['metaTitle', 'metaDescription', 'socialImage', 'canonical'] as const

/** All settings of the post besides its title and text. */
export function PostPanel({ form }: { form: OpenForm }) {
  const { post, kind, current, typed, errorOf, savingErrorOf, previewUrl, path, statsUrl } = form
  const t = useTranslations('postFormClient')
  const settings = t('bar.settings', { kind })
  const isPublic = current.status === 'published'
  const isInvalid = (name: string) => errorOf(name) !== undefined
  const isSearchInvalid = searchFields.some(isInvalid)
  const hasError = isSearchInvalid || fields.some(isInvalid) || (isPublic && isInvalid('at'))
  const propsOf = (
    name: 'slug' | 'summary' | 'tags' | 'cover' | 'coverAlt' | (typeof searchFields)[number],
  ) => ({
    id: `post-${name}`,
    name,
    label: t(`fields.${name}`),
    defaultValue: typed[name],
    error: errorOf(name) ?? savingErrorOf(name),
    dir: 'auto',
    autoComplete: 'off',
  })
  return (
    <details name="post-sheet" className="post-sheet post-panel" open={hasError || undefined}>
      <summary className="post-icon" aria-label={settings} title={settings}>
        <Icon path="M4 7h10M18 7h2M4 17h2M10 17h10M16 5v4M8 15v4" size={22} />
      </summary>
      <div className="post-sheet-content">
        <h2>{settings}</h2>
        <nav aria-label={t('panel.links', { kind })} className="post-links">
          {path !== undefined && <a href={path}>{t('panel.view', { kind })}</a>}
          {current.status !== 'new' && (
            <a href={`/admin/posts/${post.id}/history`}>{t('panel.history')}</a>
          )}
          {statsUrl !== undefined && <a href={statsUrl}>{t('panel.stats')}</a>}
        </nav>
        <AdminField
          {...propsOf('slug')}
          hint={t(`hints.${isPublic ? 'slug' : 'slugOfDraft'}`)}
          onChange={correctSlugField}
          onBlur={correctSlugField}
        />
        <AdminField {...propsOf('summary')} rows={3} />
        {post.isPage ? (
          <input type="hidden" name="tags" value={typed.tags} />
        ) : (
          <TagsField {...propsOf('tags')} hint={t('hints.tags')} tags={form.tags} />
        )}
        <ImageField {...propsOf('cover')} hint={t('hints.cover')} inputMode="url" dir={undefined} />
        <AdminField {...propsOf('coverAlt')} hint={t('hints.coverAlt')} />
        {isPublic && (
          <>
            <DateField form={form} name="at" />
            <Act act="schedule" text={t('schedule.published')} />
          </>
        )}
        <details className="post-options" open={isSearchInvalid || undefined}>
          <summary className="post-act">{t('panel.search')}</summary>
          {searchFields.map((name) => {
            const field = { ...propsOf(name), hint: t(`hints.${name}`) }
            return name === 'socialImage' ? (
              <ImageField key={name} {...field} inputMode="url" dir={undefined} />
            ) : (
              <AdminField key={name} {...field} inputMode={name === 'canonical' ? 'url' : 'text'} />
            )
          })}
          <label className="admin-check">
            <input type="checkbox" name="noindex" defaultChecked={typed.noindex} />
            {t('fields.noindex')}
          </label>
        </details>
        {current.status !== 'new' && <ImmediateFields {...form} />}
        <h3>{t('panel.secretLink')}</h3>
        <p className="admin-muted">{t('panel.secretLinkAbout', { kind })}</p>
        {previewUrl === undefined ? (
          <Act act="make-preview" text={t('actions.makePreview')} />
        ) : (
          <>
            <CopyField text={previewUrl} label={t('panel.secretLink')} />
            <button type="submit" form="post-revoke" className="post-act">
              {t('panel.revoke')}
            </button>
          </>
        )}
        {current.status !== 'new' && (
          <details className="post-confirm">
            <summary className="post-act post-danger">{t('panel.delete', { kind })}</summary>
            <p>{t('panel.deleteAbout', { kind })}</p>
            <button type="submit" form="post-delete" className="post-act post-danger">
              {t('panel.deleteConfirm', { kind })}
            </button>
          </details>
        )}
      </div>
    </details>
  )
}

/** Corrects a slug while it is typed. Removes trailing hyphens when the field loses focus. */
function correctSlugField({ type, currentTarget: field }: ChangeEvent<HTMLInputElement>): void {
  const corrected = correctSlug(field.value, type === 'blur')
  if (corrected !== field.value) field.value = corrected
}

/** Comma-separated tags. After each comma, the list suggests tags of other posts. */
function TagsField({ tags, ...field }: ComponentProps<typeof AdminField> & { tags: string[] }) {
  const [typed, setTyped] = useState(String(field.defaultValue))
  useWrittenField('tags', setTyped)
  const chosen = typed.split(',').map((tag) => tag.trim())
  const before = chosen.slice(0, -1)
  return (
    <>
      <AdminField
        {...field}
        list="post-tag-list"
        onChange={({ target }) => setTyped(target.value)}
      />
      <datalist id="post-tag-list">
        {tags
          .filter((tag) => !before.includes(tag))
          .map((tag) => (
            <option key={tag} value={[...before, tag].join(', ')} label={tag} />
          ))}
      </datalist>
    </>
  )
}

/** Settings that take effect without an update: the author, and whether comments are open. */
function ImmediateFields({ authors, authorId, closedBy }: OpenForm) {
  const t = useTranslations('postFormClient.panel')
  return (
    <>
      {authors.length > 0 && <AuthorField authors={authors} authorId={authorId} />}
      {closedBy === 'blog' || closedBy === 'days' ? (
        <p className="admin-muted">{t(`closedBy.${closedBy}`)}</p>
      ) : (
        <Act
          act={closedBy ? 'open-comments' : 'close-comments'}
          text={t(closedBy ? 'openComments' : 'closeComments')}
        />
      )}
    </>
  )
}

function AuthorField({ authors, authorId }: Pick<OpenForm, 'authors' | 'authorId'>) {
  const t = useTranslations('postFormClient.author')
  return (
    <div className="admin-field">
      <label htmlFor="post-author-id">{t('label')}</label>
      <select id="post-author-id" name="author" form="post-author" defaultValue={authorId ?? ''}>
        <option value="">{t('none')}</option>
        <Options of={authors.map(({ id, name }) => [id, name])} />
      </select>
      <button type="submit" form="post-author" className="post-act">
        {t('save')}
      </button>
    </div>
  )
}
