import { parts } from '@gateway/scripts/stack/programs'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const DENIED = /permission denied for [a-z]+ \w+/g

/** Permission errors of Postgres to the processes of a gateway, whose users have only the rights they need; there must be none. */
export function findDenials(dataDir: string): string[] {
  const found = parts.flatMap((part) => {
    const log = join(dataDir, part, `${part}.log`)
    const said = existsSync(log) ? (readFileSync(log, 'utf8').match(DENIED) ?? []) : []
    return said.map((denial) => `${part}: ${denial}`)
  })
  return [...new Set(found)]
}
