/** A reporter for `node --test` that outputs only the counts of the whole run, as JSON. */
export default async function* counts(events) {
  for await (const { type, data } of events) {
    if (type === 'test:summary' && data.file === undefined) yield JSON.stringify(data.counts);
  }
}
