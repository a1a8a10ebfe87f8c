/**
 * Formats a row of comma-separated values with its line end (RFC 4180). `parse-csv.ts` reads the
 * result.
 */
export function csvRow(fields: (string | number)[]): string {
  return `${fields.map((field) => quoted(String(field))).join(',')}\r\n`
}

function quoted(field: string): string {
  return /[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field
}
