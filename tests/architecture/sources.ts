import { type RoomName, rooms as domainRooms } from '@gateway/domain/rooms'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, sep } from 'node:path'

/** The checkout. */
export const root = join(import.meta.dirname, '../..')

/** Rooms in dependency order: a room may use those before it. */
export const rooms = Object.keys(domainRooms) as RoomName[]

/** Sub-rooms of the operations in dependency order: one may import values from those before it. A new folder needs a place here first. */
export const subRooms: Readonly<Record<string, readonly string[]>> = {
  kernel: ['sweeps'],
  accounts: ['audit', 'auth', 'emails', 'factors', 'passwords', 'operators'],
  businesses: ['owned', 'plans', 'wallets', 'api-keys', 'portal'],
  webhooks: ['portal'],
  custody: [
    'keys',
    'evidence',
    'address-pool',
    'approvals',
    'pins',
    'pins/checks',
    'pauses',
    'recovery',
    'costs',
    'payouts',
    'policy',
    'decisions',
    'treasury',
    'signing',
    'signing/bitcoin',
    'signing/evm',
    'signing/solana',
    'broadcast',
    'fee-bumping',
    'settlement',
  ],
  chainwatch: ['source', 'cursor', 'deposits', 'unproven', 'wrong-chain', 'internal-transfers', 'outgoing', 'reorg', 'scanner'],
  payments: [
    'rules',
    'reading',
    'lifecycle',
    'creation',
    'creation/batch',
    'forwarding',
    'replay',
    'refunds/shared',
    'refunds',
    'assisted',
    'assisted/links',
    'assisted/start',
    'assisted/watch',
    'assessment',
    'endings',
    'held',
    'summary',
    'portal',
    'sweeps',
    'recovery',
  ],
  escrows: [
    'tokens',
    'reading',
    'lifecycle',
    'creation',
    'portal',
    'decisions',
    'disputes',
    'funding',
    'settlement',
    'assessment',
    'sweeps',
  ],
  cards: [
    'lifecycle',
    'reading',
    'accounts',
    'charges',
    'escrows',
    'refunds/shared',
    'refunds',
    'elsewhere',
    'evidence',
    'disputes',
    'checkout',
    'holding',
    'decisions',
    'payouts',
    'portal',
    'processor',
    'inbox',
    'work',
    'reconciliation',
  ],
  lightning: ['reading', 'lifecycle', 'wallets', 'invoices', 'lnurl', 'sends', 'figures', 'work', 'portal'],
  series: ['periods'],
  oauth: ['keys', 'store', 'consents', 'clients', 'provider', 'interaction'],
  identity: [
    'reading',
    'judging',
    'parties',
    'receipts',
    'dids',
    'signing',
    'keys',
    'status',
    'requests',
    'credentials',
    'claims',
    'verification',
    'own-receipts',
    'work',
    'public',
    'portal',
  ],
  observability: ['metrics', 'alerts'],
  invariants: ['reconciliation'],
  invoices: [
    'reading',
    'lifecycle',
    'clients',
    'drafts',
    'letters',
    'crediting',
    'deposits',
    'quotes',
    'standing',
    'held',
    'charges',
    'public',
    'documents',
    'overdue',
    'sending',
    'settling',
    'portal',
  ],
}

/** A source file of this repository, with the parts of its path. */
export interface Source {
  /** From the checkout's folder, with slashes. */
  readonly path: string
  readonly text: string
  /** `packages/domain`, `apps/api`, `tests`, … */
  readonly home: string
  /** Folders below `src`, the room first; empty for a file in `src` itself. */
  readonly folders: readonly string[]
  /** The file's name without `.ts` or `.tsx`. */
  readonly name: string
  /** Tests, and files that only tests use. */
  readonly isTest: boolean
}

/** One import of a file; `target` is the imported path in the checkout, undefined for a package that is not ours. */
export interface Import {
  readonly specifier: string
  readonly target: string | undefined
  /** The import disappears when the types are stripped. */
  readonly isTypeOnly: boolean
}

const IGNORED = /node_modules|\/generated\/|^\./

/** Paths of all files that match, in order, without installed and generated ones. */
export function findPaths(pattern: string): string[] {
  return globSync(pattern, { cwd: root, exclude: (path) => path.includes('node_modules') })
    .map((path) => path.replaceAll(sep, '/'))
    .filter((path) => !IGNORED.test(path))
    .sort()
}

/** Every TypeScript source of the packages and apps. */
export const sources: readonly Source[] = findPaths('{apps,packages}/*/src/**/*.{ts,tsx}').map(readSource)

function readSource(path: string): Source {
  const [kind, pkg, , ...rest] = path.split('/')
  const name = (rest.at(-1) ?? '').replace(/\.tsx?$/, '')
  const isTest = name.endsWith('.test') || name.startsWith('test-')
  return { path, text: read(path), home: `${kind}/${pkg}`, folders: rest.slice(0, -1), name, isTest }
}

/** The text of a file of the checkout. */
export function read(path: string): string {
  return readFileSync(join(root, path), 'utf8')
}

const IMPORT = /^\s*(?:import|export)\s(?<what>(?:(?!^\s*(?:import|export)\s)[^;'"])*?\sfrom\s+)?['"](?<specifier>[^'"]+)['"]/gm
const DYNAMIC = /\bimport\(\s*['"](?<specifier>[^'"]+)['"]/g

/** The imports of a file, re-exports included. */
export function importsOf({ path, text }: Pick<Source, 'path' | 'text'>): Import[] {
  return [...text.matchAll(IMPORT), ...text.matchAll(DYNAMIC)].map(({ groups }) => {
    const { what = '', specifier = '' } = groups ?? {}
    return { specifier, target: targetOf(path, specifier), isTypeOnly: isTypeOnly(what) }
  })
}

function isTypeOnly(what: string): boolean {
  if (/^\s*type\s/.test(what)) return true
  const names = /\{(.*)\}/s
    .exec(what)?.[1]
    ?.split(',')
    .map((name) => name.trim())
    .filter(Boolean)
  return names !== undefined && names.length > 0 && names.every((name) => name.startsWith('type '))
}

function targetOf(path: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return normalize(join(dirname(path), specifier)).replaceAll(sep, '/')
  const [, pkg, rest] = /^@gateway\/([\w-]+)\/(.+)$/.exec(specifier) ?? []
  if (pkg === undefined || rest === undefined) return undefined
  return `${pkg === 'api' || pkg === 'worker' ? 'apps' : 'packages'}/${pkg}/src/${rest}.ts`
}

/** The home of a path: `packages/domain`, `apps/api`. */
export const homeOf = (path: string): string => path.split('/').slice(0, 2).join('/')

/** The room of a path, or undefined for a path outside the rooms. */
export const roomOf = (path: string): RoomName | undefined => rooms.find((room) => path.split('/')[3] === room)

/** The sub-room of a path in the operations (`custody`, `keys`), without folders inside it; undefined for files of a room itself. */
export function subRoomOf(path: string): { room: string; name: string } | undefined {
  const [, , , room = '', name = '', ...rest] = path.split('/')
  return rest.length > 0 ? { room, name } : undefined
}
