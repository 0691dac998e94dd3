import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { isServing, type RunningTemporal, type SearchAttributes } from './temporal.ts'
import { waitFor } from './wait.ts'

/** A wanted namespace. */
export type NamespaceWish = {
  readonly name: string
  readonly searchAttributes?: SearchAttributes
  /** How long closed workflows stay visible, at least a day. Default 3 days. */
  readonly retentionDays?: number
}

/** The access to the server. */
type Reach = Pick<RunningTemporal, 'address' | 'http' | 'cli'>

const run = promisify(execFile)

/**
 * Ensures that a namespace exists with these search attributes and is usable at once; an existing one is kept.
 * @throws {Error} when the server refuses, for example a search attribute that already has another type.
 */
export async function ensureNamespace(temporal: Reach, wish: NamespaceWish): Promise<void> {
  const { name, searchAttributes = {}, retentionDays = 3 } = wish
  if (!(await exists(temporal.http, name))) {
    await operate(temporal, ['namespace', 'create', '--namespace', name, '--retention', `${retentionDays * 24}h`])
  }
  // The server's services learn of a new namespace within a second, one after another; until then they report it as not found.
  await waitFor(`namespace ${name} to be usable`, () => isServing(temporal.http, name))
  await ensureAttributes(temporal, { name, searchAttributes })
}

async function ensureAttributes({ cli, address, http }: Reach, { name, searchAttributes = {} }: NamespaceWish): Promise<void> {
  const attributes = Object.keys(searchAttributes)
  if (attributes.length === 0) return
  const flags = Object.entries(searchAttributes).flatMap(([attribute, type]) => ['--name', attribute, '--type', type])
  await operate({ cli, address }, ['search-attribute', 'create', '--namespace', name, ...flags])
  await waitFor(`the search attributes of namespace ${name}`, () => canSearch(http, { name, attributes }))
}

async function exists(http: string, name: string): Promise<boolean> {
  return (await fetch(`${http}/api/v1/namespaces/${name}`)).ok
}

/**
 * A query with an unknown attribute is rejected, so one with all of them proves that all are known. In backquotes, because some names
 * (Mode) are keywords of the query language.
 */
async function canSearch(http: string, { name, attributes }: { name: string; attributes: readonly string[] }): Promise<boolean> {
  const query = attributes.map((attribute) => `\`${attribute}\` IS NULL`).join(' AND ')
  return (await fetch(`${http}/api/v1/namespaces/${name}/workflows?query=${encodeURIComponent(query)}`)).ok
}

async function operate({ cli, address }: Pick<RunningTemporal, 'address' | 'cli'>, args: readonly string[]): Promise<void> {
  const alone = ['--disable-config-file', '--disable-config-env']
  await run(cli, ['operator', ...args, '--address', address, '--command-timeout', '20s', ...alone])
}
