/** `/afterword.js`: comments, views and link cards for pages of any site. */
import { CardElement } from './card-element'
import { CommentsElement } from './comments-element'
import { ViewsElement } from './views-element'

const elements = {
  'afterword-comments': CommentsElement,
  'afterword-views': ViewsElement,
  'afterword-card': CardElement,
}

// A page may contain the script twice.
for (const [name, element] of Object.entries(elements))
  if (!customElements.get(name)) customElements.define(name, element)
