/** Formats batches of objects as JSON Lines (https://jsonlines.org). */
export async function* jsonLines(
  batches: AsyncIterable<object[]>,
): AsyncGenerator<string, void, void> {
  for await (const rows of batches) yield rows.map((row) => `${JSON.stringify(row)}\n`).join('')
}
