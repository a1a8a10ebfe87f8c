/**
 * Messages of the blog that the embed also uses, in addition to those in `embed`. The embed names
 * them by the last part of their key.
 */
export const sharedTexts = [
  'comments.deleted',
  'comments.likePost',
  'comments.pinned',
  'comments.reply',
  'comments.replyTo',
  'comments.report',
  'commentForm.name',
  'commentForm.email',
  'commentForm.emailHint',
  'commentForm.content',
  'commentForm.preview',
  'commentForm.submit',
  'commentForm.submitReply',
  'commentForm.save',
  'commentForm.cancel',
  'commentForm.connectionLost',
  'commentForm.charactersLeft',
  'commentForm.charactersOver',
  'commentForm.formatting',
  'commentForm.bold',
  'commentForm.italic',
  'commentForm.link',
  'commentForm.code',
  'commentForm.quote',
  'ownComments.write',
  'ownComments.edit',
  'ownComments.delete',
  'ownComments.published',
] as const

/** Returns whether the embed uses a message, which limits its ICU syntax. */
export const isEmbedText = (key: string): boolean =>
  key.startsWith('embed.') || sharedTexts.some((shared) => shared === key)
