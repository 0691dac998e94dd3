import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import type { z } from 'zod'

/** A small JSON file of a data folder; undefined when it is missing, or has another shape than this version's. */
export function findKeptJson<Schema extends z.ZodType>(file: string, schema: Schema): z.output<Schema> | undefined {
  return existsSync(file) ? schema.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data : undefined
}

/** Writes it, readable by its owner alone; a reader never sees half of it. */
export function keepJson(file: string, content: unknown): void {
  writeFileSync(`${file}.new`, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 })
  renameSync(`${file}.new`, file)
}
