/**
 * The colours of app/theme.css, for places without style sheets: browser UI, web app manifest and
 * drawn images.
 */
export const themeColors = {
  paper: '#fcfaf5',
  paperDark: '#161310',
  ink: '#211c17',
  muted: '#5e5750',
  accent: '#943322',
  rule: '#dcd7cf',
}
