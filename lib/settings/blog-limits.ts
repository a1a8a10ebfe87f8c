/** Length limits, in code points. */
export const blogLimits = {
  nameLengthMax: 80,
  authorLengthMax: 80,
  descriptionLengthMax: 160,
  bioLengthMax: 300,
  footerLengthMax: 300,
  notifyMax: 5,
  linksMax: 12,
  linkTextLengthMax: 40,
  linkHrefLengthMax: 500,
}
