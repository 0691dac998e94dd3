import { readFileSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

/** What a configuration file may hold. */
export interface FileConfig {
  readonly apiKey?: string
  readonly baseUrl?: string
}

const KNOWN: readonly string[] = ['apiKey', 'baseUrl'] satisfies readonly (keyof FileConfig)[]
/** The permission bits of the group and of all others. */
const OTHERS = 0o077

/**
 * The configuration of this user: the named file, else `~/.config/gateway/config.json`, which may be missing.
 * @throws {TypeError} when the file cannot be read, is open to other users, or is no JSON object of `apiKey` and `baseUrl`; never with its content.
 */
export function readConfigFile(named: string | undefined): FileConfig {
  const path = named ?? join(homedir(), '.config', 'gateway', 'config.json')
  const text = readOwn(path)
  if (text !== undefined) return configOf(text, path)
  if (named === undefined) return {}
  throw new TypeError(`the configuration file ${path} does not exist`)
}

/** Undefined when there is no file. */
function readOwn(path: string): string | undefined {
  try {
    const { mode } = statSync(path)
    // Windows has no such bits: it reports the same ones for all files.
    if (process.platform !== 'win32' && mode & OTHERS) throw new TypeError(`${path} is open to other users: chmod 600 closes it`)
    return readFileSync(path, 'utf8')
  } catch (cause) {
    if (cause instanceof TypeError) throw cause
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return undefined
    throw new TypeError(`the configuration file ${path} cannot be read`, { cause })
  }
}

function configOf(text: string, path: string): FileConfig {
  const config = parsed(text)
  if (typeof config !== 'object' || config === null || Array.isArray(config)) throw new TypeError(`${path} holds no JSON object`)
  for (const [name, value] of Object.entries(config)) {
    if (!KNOWN.includes(name)) throw new TypeError(`${path} has the unknown member ${name}; it may have ${KNOWN.join(' and ')}`)
    if (typeof value !== 'string') throw new TypeError(`${name} in ${path} must be a text`)
  }
  return config // Checked above.
}

/** The parser's own message would quote the file, which holds a key. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
