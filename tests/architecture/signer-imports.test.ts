import { signerGraph } from '@gateway/scripts/docs/signer-graph'
import { describe, expect, test } from 'vitest'
import { read } from './sources.ts'

interface Allowed {
  readonly direct: readonly string[]
  readonly packages: readonly string[]
  readonly node: readonly string[]
  readonly modules: readonly string[]
}

/** The reviewed list of what the signer may load; `npm run docs` writes it. */
const allowed: Allowed = JSON.parse(read('docs/generated/signer-imports.json'))
const graph = signerGraph()

/** Servers, browsers and card processors. */
const FORBIDDEN_PACKAGE =
  /^(?:express|fastify|koa|hono|h3|restify|connect|next|react|vue|stripe|playwright|puppeteer|jsdom|undici|@trpc\/.*|@hono\/.*|@koa\/.*|@playwright\/.*)(?:-core)?$/
const FORBIDDEN_NODE = new Set(
  ['http', 'https', 'http2', 'net', 'tls', 'dgram', 'child_process', 'inspector'].map((name) => `node:${name}`),
)
const FORBIDDEN_MODULE =
  /^apps\/api\/|^apps\/worker\/src\/roles\/(?:webhooks|chains|relay|series)|\/egress\/|\/(?:bitcoin|evm)\/(?:rpc|node)\.ts$/

describe('the signer process', () => {
  test.each(['direct', 'packages', 'node', 'modules'] as const)('loads only allowed imports: %s', (kind) => {
    expect(graph[kind].filter((name) => !allowed[kind].includes(name))).toEqual([])
  })

  test('loads everything that the list allows, so the list has no stale entry', () => {
    expect(allowed.modules.filter((name) => !graph.modules.includes(name))).toEqual([])
    expect(allowed.packages.filter((name) => !graph.packages.includes(name))).toEqual([])
  })

  test('calls a host in one module, the KMS client that opens the seed', () => {
    const calling = graph.modules.filter((path) => /\bfetch\(|'aws4fetch'|\bWebSocket\(/.test(read(path)))
    expect(calling).toEqual(['packages/operations/src/custody/keys/kms-client.ts'])
    const users = graph.modules.filter((path) => /from '\.\/(?:kms-client|kek-kms)\.ts'/.test(read(path)))
    expect(users).toEqual(['packages/operations/src/custody/keys/kek-kms.ts', 'packages/operations/src/custody/keys/open-custody.ts'])
  })

  test('loads its own role, and no server, browser, card processor or chain node', () => {
    expect(graph.modules).toContain('apps/worker/src/roles/signer.ts')
    expect(graph.modules).toContain('packages/operations/src/custody/signing/sign-payouts.ts')
    expect(graph.packages.filter((name) => FORBIDDEN_PACKAGE.test(name))).toEqual([])
    expect(graph.node.filter((name) => FORBIDDEN_NODE.has(name))).toEqual([])
    expect(graph.modules.filter((path) => FORBIDDEN_MODULE.test(path))).toEqual([])
  })
})
