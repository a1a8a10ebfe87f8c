/** The colours of app/theme.css, for places without style sheets. */
export const themeColors = {
  paper: '#fcfaf5',
  paperDark: '#161310',
  ink: '#211c17',
  muted: '#5e5750',
  accent: '#943322',
  rule: '#dcd7cf',
}
