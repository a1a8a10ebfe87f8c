/** Characters, that is code points, unless named otherwise. */
export const blogLimits = {
  nameLengthMax: 80,
  authorLengthMax: 80,
  descriptionLengthMax: 160,
  linksMax: 12,
  linkTextLengthMax: 40,
  linkHrefLengthMax: 500,
}
