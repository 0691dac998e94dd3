import { signerGraph } from '@gateway/scripts/docs/signer-graph'
import { describe, expect, test } from 'vitest'
import { read } from './sources.ts'

interface Allowed {
  readonly direct: readonly string[]
  readonly packages: readonly string[]
  readonly node: readonly string[]
  readonly modules: readonly string[]
}

/** What a commit has allowed the signer to load; `npm run docs` writes it, a reader of the commit agrees to it. */
const allowed: Allowed = JSON.parse(read('docs/generated/signer-imports.json'))
const graph = signerGraph()

/** Code that answers requests, drives browsers or talks to card processors. */
const FORBIDDEN_PACKAGE =
  /^(?:express|fastify|koa|hono|h3|restify|connect|next|react|vue|stripe|playwright|puppeteer|jsdom|undici|@trpc\/.*|@hono\/.*|@koa\/.*|@playwright\/.*)(?:-core)?$/
const FORBIDDEN_NODE = new Set(
  ['http', 'https', 'http2', 'net', 'tls', 'dgram', 'child_process', 'inspector'].map((name) => `node:${name}`),
)
const FORBIDDEN_MODULE = /^apps\/api\/|^apps\/worker\/src\/roles\/(?:webhooks|chains|relay)|\/egress\/|\/(?:bitcoin|evm)\/(?:rpc|node)\.ts$/

describe('the signer loads', () => {
  test.each(['direct', 'packages', 'node', 'modules'] as const)('no %s that no commit has allowed', (kind) => {
    expect(graph[kind].filter((name) => !allowed[kind].includes(name))).toEqual([])
  })

  test('everything that the list allows; what is not needed any more leaves it', () => {
    expect(allowed.modules.filter((name) => !graph.modules.includes(name))).toEqual([])
    expect(allowed.packages.filter((name) => !graph.packages.includes(name))).toEqual([])
  })

  test('one module that calls a host by itself, the one that asks the key service while the seed is opened', () => {
    const calling = graph.modules.filter((path) => /\bfetch\(|'aws4fetch'|\bWebSocket\(/.test(read(path)))
    expect(calling).toEqual(['packages/operations/src/custody/keys/kms-client.ts'])
    const users = graph.modules.filter((path) => /from '\.\/(?:kms-client|kek-kms)\.ts'/.test(read(path)))
    expect(users).toEqual(['packages/operations/src/custody/keys/kek-kms.ts', 'packages/operations/src/custody/keys/open-custody.ts'])
  })

  test('its own role, and no server, browser, card processor or node of a chain', () => {
    expect(graph.modules).toContain('apps/worker/src/roles/signer.ts')
    expect(graph.modules).toContain('packages/operations/src/custody/signing/sign-payouts.ts')
    expect(graph.packages.filter((name) => FORBIDDEN_PACKAGE.test(name))).toEqual([])
    expect(graph.node.filter((name) => FORBIDDEN_NODE.has(name))).toEqual([])
    expect(graph.modules.filter((path) => FORBIDDEN_MODULE.test(path))).toEqual([])
  })
})
