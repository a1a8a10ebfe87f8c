/** The icons of formats that both the editor and the forms for comments offer. */
export const formatIcons = {
  bold: 'M7 5h6a3.5 3.5 0 0 1 0 7H7zM7 12h7a3.5 3.5 0 0 1 0 7H7z',
  italic: 'M10 5h8M6 19h8M14 5l-4 14',
  link:
    'M10 14a4 4 0 0 0 5.7 0l3-3a4 4 0 0 0-5.7-5.7l-1 1' +
    'M14 10a4 4 0 0 0-5.7 0l-3 3a4 4 0 0 0 5.7 5.7l1-1',
  code: 'M8 7l-5 5 5 5M16 7l5 5-5 5',
  quote: 'M10 7H5v6h5zM10 13c0 3-2 4-4 4M19 7h-5v6h5zM19 13c0 3-2 4-4 4',
}
