import { parts } from '@gateway/scripts/stack/programs'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const DENIED = /permission denied for [a-z]+ \w+/g

/** What Postgres has refused to the processes of a gateway, which each log in as users that may do their own work only. There must be none. */
export function findDenials(dataDir: string): string[] {
  const found = parts.flatMap((part) => {
    const log = join(dataDir, part, `${part}.log`)
    const said = existsSync(log) ? (readFileSync(log, 'utf8').match(DENIED) ?? []) : []
    return said.map((denial) => `${part}: ${denial}`)
  })
  return [...new Set(found)]
}
