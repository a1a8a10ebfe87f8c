/** Returns the language of the thread (BCP 47): of the site that it belongs to, or of the blog. */
export const threadLanguage = () =>
  document.querySelector<HTMLElement>('[data-content-language]')?.dataset.contentLanguage ??
  document.documentElement.lang
