import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Parts of a gateway whose processes are ours. */
const PARTS = ['api', 'worker', 'signer'] as const

/** Everything that the processes of a gateway have written to their outputs, line by line. */
export function readLogLines(dataDir: string): string[] {
  return PARTS.flatMap((part) => {
    const folder = join(dataDir, part)
    const logs = readdirSync(folder).filter((name) => name.endsWith('.log'))
    return logs.flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n').filter(Boolean))
  })
}
