import { findSources } from './sources.ts'

const API_CONFIG = 'apps/api/src/config.ts'
const WORKER_CONFIG = 'apps/worker/src/config.ts'
const CUSTODY_CONFIG = 'apps/worker/src/custody/config.ts'
const OPERATOR_CONFIG = 'scripts/operator/context.ts'

/**
 * Which processes read which fragment of the settings (`DatabaseEnv`, …), from the composition files.
 *
 * Schemas do not keep the fragments they were spread from, so the text of the files is parsed.
 */
export function readersByFragment(): Map<string, string[]> {
  const readers = new Map<string, string[]>()
  const add = (text: string, reader: string): void => {
    for (const [fragment] of text.matchAll(/\b[A-Z]\w*Env\b/g)) readers.set(fragment, [...(readers.get(fragment) ?? []), reader])
  }
  add(bodyOf(API_CONFIG, 'const Env ='), 'api')
  add(bodyOf(WORKER_CONFIG, 'const CommonEnv ='), 'worker')
  for (const [, role = '', body = ''] of bodyOf(WORKER_CONFIG, 'const roleEnv =').matchAll(/^ {2}(\w+): (.*(?:\n {4}.*)*)/gm)) {
    add(body, role === 'signer' ? 'signer' : `worker: ${role}`)
  }
  add(bodyOf(CUSTODY_CONFIG, 'const Env ='), 'custody init')
  add(bodyOf(OPERATOR_CONFIG, 'const Env ='), 'operator')
  return readers
}

function bodyOf(path: string, declaration: string): string {
  const text = findSources(path)[0]?.text ?? ''
  const [, rest] = text.split(declaration)
  if (rest === undefined) throw new Error(`${path} has no "${declaration}" any more: the readers of the settings are unknown`)
  return rest.split('\n\n')[0] ?? ''
}
