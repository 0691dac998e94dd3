import { parts } from '@gateway/scripts/stack/programs'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** All log lines of the processes of a gateway; the one that sends on Lightning has none where there are no nodes. */
export function readLogLines(dataDir: string): string[] {
  const folders = parts.map((part) => join(dataDir, part)).filter((folder) => existsSync(folder))
  return folders.flatMap((folder) => {
    const logs = readdirSync(folder).filter((name) => name.endsWith('.log'))
    return logs.flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n').filter(Boolean))
  })
}
