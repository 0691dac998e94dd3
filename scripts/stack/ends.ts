/** Functions that end the started parts, in order of starting. */
export type Ends = (() => unknown)[]

/** Ends the started parts, the last one first. */
export async function endAll(ends: Ends): Promise<void> {
  for (const end of ends.toReversed()) await end()
}

/** A part that is starting; its end is noted once it has started. */
export async function ending<Part extends { stop(): Promise<unknown> }>(starting: Promise<Part>, ends: Ends): Promise<Part> {
  const part = await starting
  ends.push(() => part.stop())
  return part
}
