import { parts } from '@gateway/scripts/stack/programs'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** All log lines of the processes of a gateway. */
export function readLogLines(dataDir: string): string[] {
  return parts.flatMap((part) => {
    const folder = join(dataDir, part)
    const logs = readdirSync(folder).filter((name) => name.endsWith('.log'))
    return logs.flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n').filter(Boolean))
  })
}
