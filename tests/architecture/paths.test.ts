import { describe, expect, test } from 'vitest'
import { findPaths, homeOf, rooms, type Source, sources, subRooms } from './sources.ts'

/** The allowed paths of a layer, as file names without extension. */
interface Shape {
  /** Files of `src` itself. */
  readonly top: readonly string[]
  /** Folders of `src` that are no rooms. */
  readonly folders: readonly string[]
  /** Names of files in a room; undefined for a layer without rooms. */
  readonly room?: RegExp
}

const VERB = '(?:create|get|list|update|remove|find|capture|release|refund|void|pause)'
const WORDS = '[a-z0-9]+(?:-[a-z0-9]+)*'
/** Nouns only: a domain performs no action, so no file is named after a verb. */
const NOUN = new RegExp(`^(?!${VERB}-)${WORDS}$`)
/** A use case (`create-payment`) or a noun (`api-key`). */
const USE_CASE = new RegExp(`^${WORDS}$`)

/** The table of architecture.md §3 and the tree of §4; add a new name there first. */
const shapes: Readonly<Record<string, Shape>> = {
  'packages/domain': { top: ['rooms'], folders: ['kernel', 'money'], room: NOUN },
  'packages/contract': {
    top: [
      ...rooms,
      'rooms',
      'api-keys',
      'business-view',
      'checkout',
      'escrow-creation',
      'events',
      'movements',
      'held-money',
      'payment-inputs',
      'payment-refunds',
      'escrow-inputs',
      'series-inputs',
      'email-address',
      'tokens',
    ],
    folders: ['cards', 'identity', 'invoices', 'lightning', 'oauth', 'portal', 'rooms', 'wire'],
  },
  'packages/db': {
    top: ['orm', 'env', 'rooms', 'table', 'tables', 'roles', 'grants', 'apply-grants', 'migrate', 'revoke-defaults'],
    folders: ['kernel', 'migrations'],
    room: /^(?:(?:[a-z0-9]+-)*queries|waiting-conditions|spent-inputs|room|[a-z0-9-]+\.(?:entity|type))$/,
  },
  'packages/chains': {
    top: [
      'rail',
      'registry',
      'nodes',
      'required',
      'env',
      'settings',
      'node-settings',
      'http-rpc',
      'read-shape',
      'key-account',
      'key-derivers',
      'reconciliation',
      'errors',
    ],
    folders: ['definitions', 'rail', 'bitcoin', 'evm', 'solana', 'lightning'],
  },
  'packages/providers': { top: [], folders: ['stripe', 'email'], room: NOUN },
  'packages/workflows': { top: ['index', 'queues', 'retry'], folders: [], room: /^(?:workflow|signals|activities)$/ },
  'packages/documents': {
    top: ['amounts', 'find-unprintable', 'printed-fields', 'write-invoice-pdf'],
    folders: ['e-invoice', 'fonts', 'labels', 'page'],
  },
  'packages/metrics-server': { top: ['serve-metrics'], folders: [] },
  'packages/pages': {
    top: ['assets', 'html', 'layout', 'page'],
    folders: ['emails', 'errors', 'locales', 'parts', 'scripts', 'start', 'styles'],
    room: USE_CASE,
  },
  'packages/operations': {
    top: ['rooms'],
    folders: ['egress', 'events', 'idempotency', 'invariants', 'jobs', 'kernel', 'observability', 'outbox', 'testing'],
    room: USE_CASE,
  },
  'packages/client': {
    top: [
      'badge-url',
      'build-calls',
      'cli',
      'create-client',
      'environment',
      'gateway-error',
      'index',
      'named-types',
      'node',
      'operation',
      'pause',
      'poll',
      'read-all',
      'retry',
      'send',
      'sign-in',
      'spelling',
      'until-any-aborts',
      'wait-for-escrow',
      'wait-for-payment',
      'webhooks',
    ],
    folders: ['cli', 'node', 'sign-in', 'webhooks'],
  },
  'apps/api': {
    top: ['config', 'context', 'deps', 'env', 'main', 'openapi', 'outbox-fast-path', 'qr', 'rooms', 'router', 'server', 'trpc'],
    folders: ['development', 'docs', 'http', 'metrics', 'openapi', 'operator', 'pages', 'portal'],
    // A room may have a second router, such as the one for API keys of businesses, public pages, downloads, uploads, events of others, and addresses of other protocols.
    room: /^(?:room|(?:[a-z]+-)?router|(?:[a-z]+-)?pages?|[a-z]+-export|[a-z]+-upload|[a-z]+-events|[a-z]+-routes)$/,
  },
  'apps/portal': {
    top: ['main', 'rooms', 'routes', 'trpc', 'without-eval'],
    folders: ['developers', 'home', 'operator', 'settings', 'shell', 'ui'],
    room: USE_CASE,
  },
  'apps/worker': {
    top: [
      'activity-errors',
      'codec',
      'config',
      'connect-temporal',
      'deps',
      'env',
      'heartbeat',
      'main',
      'roles',
      'running-role',
      'sdk-log',
      'task-worker',
      'with-heartbeat',
      'work-pool',
      'worker',
    ],
    folders: ['custody', 'metrics', 'roles'],
    room: /^activities$/,
  },
}

const MAX_IN_A_FOLDER = 20
/** Operations are long; parts of pages are short, and their kit is one folder. */
const otherMost: Readonly<Record<string, number>> = { 'packages/operations': 15, 'apps/portal': 32 }
const product = sources.filter(({ home, isTest }) => home in shapes && !isTest)

describe('paths of files', () => {
  test.each(Object.entries(shapes))('%s contains only its rooms, folders and files of the table', (home, shape) => {
    expect(product.filter((source) => source.home === home && !isInPlace(source, shape)).map(({ path }) => path)).toEqual([])
  })

  test('every package and app has a row in the table', () => {
    const homes = new Set(sources.map(({ home }) => home))
    const thirdParties = [...homes].filter((home) => !(home in shapes) && !['packages/devnet', 'packages/testing'].includes(home))
    expect(thirdParties).toEqual([])
  })

  test('every folder of a room of the operations is one of its sub-rooms', () => {
    const nested = product.filter(({ home, folders }) => home === 'packages/operations' && folders.length > 1)
    expect(nested.filter(({ folders: [room = '', ...rest] }) => !subRooms[room]?.includes(rest.join('/'))).map(({ path }) => path)).toEqual(
      [],
    )
  })

  test('beside a file for each room no folder holds more than 20 product files, none of the operations more than 15, and none of the portal more than 32', () => {
    // The interface has a file for each room in one folder, which grows with the rooms.
    const isOfRoom = ({ folders, name }: Source): boolean => folders.length === 0 && rooms.some((room) => room === name)
    const folders = Map.groupBy(
      sources.filter((source) => !source.isTest && !isOfRoom(source)),
      ({ path }) => path.slice(0, path.lastIndexOf('/')),
    )
    const crowded = [...folders].filter(([folder, files]) => files.length > (otherMost[homeOf(folder)] ?? MAX_IN_A_FOLDER))
    expect(crowded.map(([folder, files]) => `${folder}: ${files.length}`)).toEqual([])
  })

  test('file names are kebab-case and contain no catch-all word such as utils', () => {
    const drawers = new Set(['util', 'utils', 'common', 'helper', 'helpers', 'manager', 'service', 'data', 'info', 'misc'])
    const ours = findPaths('{apps,bench,packages,scripts,tests}/**/*.{ts,tsx,mjs,sol}').filter((path) => !path.endsWith('.sol'))
    const bad = ours.filter((path) => {
      const parts = path.replace(/(\.test)?\.(tsx?|mjs)$/, '').split('/')
      return parts.some((part) => !/^[a-z0-9-]+(\.[a-z]+)?$/.test(part) || part.split(/[-.]/).some((word) => drawers.has(word)))
    })
    expect(bad).toEqual([])
  })

  test('every test is in the folder of its room or of a topic that spans rooms', () => {
    // Topics that span all rooms have folders of their own.
    const places = new Set<string>([
      ...rooms,
      'architecture',
      'chaos',
      'checkout',
      'client',
      'documents',
      'fuzz',
      'model',
      'portal',
      'races',
      'rooms',
      'screens',
      'support',
      'workflows',
    ])
    expect(findPaths('tests/**/*.ts').filter((path) => path !== 'tests/rooms.ts' && !places.has(path.split('/')[1] ?? ''))).toEqual([])
  })
})

function isInPlace({ folders, name }: Source, shape: Shape): boolean {
  const [first] = folders
  if (first === undefined) return shape.top.includes(name)
  if (shape.folders.includes(first)) return true
  return shape.room !== undefined && rooms.some((room) => room === first) && shape.room.test(name)
}
