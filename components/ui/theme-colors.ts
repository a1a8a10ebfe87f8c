/** The colours of app/theme.css for what no style sheet reaches: the browser's frame, an installed app, drawn pictures. */
export const themeColors = { paper: '#fbf9f5', paperDark: '#171411', ink: '#231c17', muted: '#5f564e', accent: '#9a3b22', rule: '#ddd6cb' }
