/**
 * The icon of a site that has none: a globe, in a grey that is visible on light and dark
 * backgrounds. A missing icon would look like a fault and cause an error in the browser console.
 */
export const neutralIcon = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16" width="64" height="64" ' +
    'fill="none" stroke="#8a8a8a" stroke-width="1.2">' +
    '<circle cx="8" cy="8" r="6.4"/><ellipse cx="8" cy="8" rx="2.8" ry="6.4"/>' +
    '<path d="M1.6 8h12.8"/></svg>',
)
